/** Looking a zone up in the runtime is much slower than caching its result. */
const known = new Map<string, boolean>();
const maxKnown = 2000;

/** How links are written that the runtime resolves to another name, except for the words of `unusual`. */
const usual = /^[A-Z][a-z]+(?:[/_-][A-Z][a-z]+)*$/;
const unusual: ReadonlySet<string> = new Set(
  `CET CST6CDT EET EST EST5EDT GB GB-Eire GMT GMT+0 GMT-0 GMT0 HST MET MST MST7MDT NZ NZ-CHAT PRC PST8PDT ROC ROK UCT
  UTC W-SU WET America/Argentina/ComodRivadavia America/Knox_IN Australia/ACT Australia/LHI Australia/NSW
  Brazil/DeNoronha Chile/EasterIsland Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/UCT Etc/UTC Mexico/BajaNorte
  Mexico/BajaSur US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke
  US/Michigan US/Mountain US/Pacific US/Samoa`.split(/\s+/),
);

/**
 * Whether a name is a time zone of the IANA database, written as there. Offsets such as `+02:00`, which runtimes also
 * accept, are not. Each zone has one spelling, because everything that is kept by zone would grow with the spellings:
 * rows, and what runtimes cache of each for good.
 */
export function isZone(name: string): boolean {
  // First, so that nothing long is cached.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  const answer = known.get(name);
  if (answer !== undefined) return answer;
  const is = isSpelt(name, resolved(name));
  if (known.size >= maxKnown) known.clear();
  known.set(name, is);
  return is;
}

function isSpelt(name: string, resolvedName: string | undefined): boolean {
  if (resolvedName === undefined) return false;
  if (resolvedName.toLowerCase() === name.toLowerCase()) return resolvedName === name;
  return usual.test(name) || unusual.has(name);
}

/** The name that the runtime uses for the zone, whose case it ignores; undefined for none. */
function resolved(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
