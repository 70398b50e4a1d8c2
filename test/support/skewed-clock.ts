/** Preloaded into a process, sets its own clock ahead by `CLOCK_AHEAD_SECONDS`. */
const aheadMs = Number(process.env['CLOCK_AHEAD_SECONDS']) * 1000;
const RealDate = globalThis.Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, given: []) =>
    given.length === 0 ? new RealDate(RealDate.now() + aheadMs) : new RealDate(...given),
  get: (target, key) =>
    key === 'now' ? () => RealDate.now() + aheadMs : (Reflect.get(target, key) as unknown),
});
