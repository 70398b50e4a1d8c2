/** What happens when a machine answers, as a workflow or a campaign says it; absent members have their defaults. */
export interface MachineSettings {
  readonly enabled?: boolean;
  readonly on_machine?: 'continue' | 'hang_up' | 'leave_message';
  readonly message_url?: string | null;
}

interface Fault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** The errors of settings at a place in the request that the schema cannot express. */
export function machineFaults(
  settings: MachineSettings | null | undefined,
  at: readonly string[],
): Fault[] {
  if (!settings) return [];
  const { enabled = true, on_machine = 'continue', message_url = null } = settings;
  const fault = (member: string, msg: string, input: unknown): Fault[] => [
    { loc: [...at, member], msg, input },
  ];
  if (!enabled && on_machine !== 'continue')
    return fault('on_machine', 'Must be `continue` if machines are not detected.', on_machine);
  if (on_machine === 'leave_message')
    return message_url === null
      ? fault('message_url', 'Is required with `leave_message`.', null)
      : [];
  return message_url === null
    ? []
    : fault('message_url', 'Is allowed only with `leave_message`.', message_url);
}
