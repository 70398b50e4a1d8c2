/** The types of nodes. */
const types = new Map([
  ['startCall', 'Start'],
  ['agentNode', 'Step'],
  ['endCall', 'End'],
  ['globalNode', 'Rules for all nodes'],
  ['trigger', 'Trigger'],
  ['webhook', 'Webhook'],
  ['qa', 'Rating'],
]);

/** All texts of the console, in English. What callers, models and the server say is shown as it is. */
export const texts = {
  name: 'Console',
  skip: 'Skip to the content',
  loading: 'Loading…',
  cancel: 'Cancel',
  more: 'Show more',
  asTable: 'As a table',
  yes: 'yes',
  no: 'no',
  unreachable: 'The server does not answer. The console keeps trying.',
  unexpected: 'The console has a fault. Reload the page.',
  noPage: 'There is no such page.',
  toLive: 'Go to Live',
  request: (id: string) => `Request ${id}`,

  logIn: {
    title: 'Log in',
    again: 'Your session has ended. Log in to go on where you were.',
    demo: 'This is the demo: its user is filled in.',
    email: 'Email',
    password: 'Password',
    submit: 'Log in',
    logOut: 'Log out',
  },

  live: {
    title: 'Live',
    back: 'All calls',
    find: 'Filter calls',
    finder: 'Number, agent or run',
    count: (shown: number, all: number) =>
      shown === all ? `${all} ${all === 1 ? 'call' : 'calls'}` : `${shown} of ${all} calls`,
    more: (count: number) => `The list has the newest ${count} of each state.`,
    none: 'No call is in progress.',
    noneFound: 'No call matches.',
    choose: 'Choose a call to see what is said.',
    recent: 'Ended lately',
    run: (id: number) => `Run ${id}`,
    agent: (id: number) => `Workflow ${id}`,
    version: (number: number) => `version ${number}`,
    inbound: 'inbound',
    noNumber: 'No number',
    from: (number: string) => `from ${number}`,
  },

  agents: {
    title: 'Agents',
    back: 'All agents',
    none: 'There is no agent yet.',
    choose: 'Choose an agent to see its graph.',
    parts: { graph: 'Graph and versions', edit: 'Edit and publish', talk: 'Talk by text' },
    version: (number: number) => `Version ${number}`,
    versionLabel: 'Version',
    noVersion: 'no other version',
    compared: 'Compared with',
    runs: (count: number) => `${count} ${count === 1 ? 'run' : 'runs'}`,
    state: (newest: number, isDraft: boolean, published: number | undefined) =>
      `${published === undefined ? 'Never published' : `Version ${published} is published`}${isDraft ? ` · version ${newest} is a draft` : ''}`,
    graph: (version: number) => `Graph of version ${version}`,
    preview: 'Graph of the text',
    node: (name: string) => `Node ${name}`,
    typeOf: (type: string, tone = '') =>
      [types.get(type) ?? type, tone].filter(Boolean).join(' · '),
    size: (nodes: number, edges: number, lost: number) =>
      `${nodes} nodes, ${edges} edges${lost > 0 ? `, ${lost} of them not drawn: an end is missing` : ''}`,
    leads: (label: string, name = 'no node') => `${label} → ${name}`,
    nowhere: 'no node',
    changes: (count: number) =>
      count === 0 ? 'Nothing differs' : `${count} ${count === 1 ? 'part differs' : 'parts differ'}`,
    part: 'Part',
    partOf: (list?: string) =>
      list === 'nodes' ? 'Node' : list === 'edges' ? 'Edge' : 'Definition',
    before: 'Before',
    after: 'After',
    asText: 'Definition, as JSON',
    save: 'Save draft',
    check: 'Check',
    publish: 'Publish',
    publishSure: (version: number) => `Use version ${version} for all calls from now on?`,
    typed: (
      { version, isSaved }: { version: number; isSaved: boolean },
      { version_number, version_status }: { version_number: number; version_status: string },
    ) =>
      isSaved
        ? `Version ${version}, ${version < version_number ? 'archived' : version_status}`
        : `Changed since version ${version}, not saved yet`,
    noJson: (message: string) => `This is no JSON: ${message}`,
    tooLarge: 'a number is larger than 9007199254740991',
    noObject: 'A definition is an object: { … }',
    found: ({ faults, warnings }: { faults: readonly unknown[]; warnings: readonly unknown[] }) =>
      `${faults.length === 0 ? 'It can be published' : `It cannot be published: ${faults.length} ${faults.length === 1 ? 'mistake' : 'mistakes'}`}${warnings.length > 0 ? `, ${warnings.length} unknown members` : ''}.`,
    outdated: (version: number) =>
      `Somebody else has changed this agent meanwhile; its newest version is ${version}. What you typed is still here, and not saved.`,
    saveMine: (version: number) => `Save mine as version ${version}`,
    takeTheirs: (version: number) => `Discard mine, go on with version ${version}`,
    mineAndTheirs: 'What mine would change in it',
    talkAbout: 'The service walks the graph, without a language model. No call is placed.',
    start: 'Start a conversation',
    conversation: (run: number, version: number) => `Run ${run}, version ${version}`,
    again: 'Another conversation',
    end: 'End it',
    here: 'here',
    say: 'You say',
    silence: 'Nothing: you are silent',
    way: (nodes: readonly string[], tools: readonly string[]) =>
      [
        nodes.length > 0 && `→ ${nodes.join(' → ')}`,
        tools.length > 0 && `Tools: ${tools.join(', ')}`,
      ]
        .filter(Boolean)
        .join(' · '),
  },

  decisions: {
    title: 'Waiting for a person',
    count: (count: number) => `${count} ${count === 1 ? 'tool waits' : 'tools wait'} for a person`,
    keys: 'W goes to the first; A accepts and D declines the one in focus.',
    reads: 'reads',
    changes: 'writes',
    label: (tool: string, run: number) => `${tool} in run ${run}`,
    noArguments: 'No arguments',
    left: (seconds: number) => `${seconds} s left`,
    over: 'The time is over',
    accept: 'Accept',
    decline: 'Decline',
    reason: 'Reason, which the agent can say',
    sendDecline: 'Decline the call',
    settled: {
      accepted: (who: string) => `Accepted by ${who}.`,
      declined: (who: string) => `Declined by ${who}.`,
      closed: 'Nobody decided in time, or the call has ended.',
    },
    you: 'you',
    member: (id: number | null) => (id === null ? 'somebody' : `user ${id}`),
  },

  call: {
    label: (id: number | string) => `Call, run ${id}`,
    transcript: 'What is said',
    story: 'What happened',
    nothing: 'Nothing was said yet.',
    removed: 'Nothing is kept of what was said.',
    agent: 'Agent',
    caller: 'Person',
    keysPressed: (keys: string) => `pressed ${keys}`,
    interrupted: 'interrupted',
    instruct: 'Instruct the agent',
    instructPlace: 'Offer her the appointment on 16 June too.',
    send: 'Send',
    hangUp: 'Hang up',
    hangUpSure: 'End the call for everybody in it?',
    hangingUp: 'Being hung up',
    transfer: 'Transfer',
    transferTo: 'Connect the person with',
    kind: 'How',
    kinds: {
      cold: 'cold: at once',
      warm: 'warm: after a briefing',
      handoff: 'handoff: the agent of another workflow',
    },
    briefing: 'Briefing, which the destination hears first',
    result: 'Result',
    outcome: 'Outcome',
    disposition: 'Disposition',
    successful: 'Reached its goal',
    summary: 'Summary',
    answeredBy: 'Answered by',
    duration: 'Duration',
    gathered: 'Gathered',
    analysis: 'Analysis',
    recording: 'Recording',
    recordingNote: 'It is at another host, so the console neither plays nor links it.',
    failure: 'Failure',
    campaign: 'Campaign',
    external: 'Your ID',
  },

  story: {
    created: 'Created',
    placed: 'Given to the carrier',
    answered: 'Answered',
    ended: (outcome: string) => `Ended: ${outcome}`,
    instruction: 'Instruction',
    tool: 'Tool',
    arguments: 'Arguments',
    transfer: 'Transfer',
    events: 'Events',
    details: 'Show',
    because: (reason: string) => `“${reason}”`,
  },
};

/** A value of the contract as words: `no_answer` is "no answer", and so is one that was added later. */
export const words = (value: string): string => value.replaceAll('_', ' ');

/** The same as a heading. */
export const heading = (value: string): string =>
  words(value).replace(/^./, (first) => first.toUpperCase());
