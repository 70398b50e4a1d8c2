/** What every generated client does on a running server, in this order; a scenario prints `ok <step>` after each. */
export const steps = [
  'log_in',
  'create_workflow',
  'validate_workflow',
  'publish_workflow',
  'place_call',
  'poll_run',
  'two_pages',
  'validation_error',
  'problem',
  'read_null',
  'unknown_enum',
  'upload_csv',
  'start_campaign',
  'campaign_report',
  'campaign_stream',
  'webhook_event',
] as const;
export type Step = (typeof steps)[number];

export interface RunOptions {
  /** Default: the target's fresh directory. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: five minutes. */
  readonly timeoutMs?: number;
}

export interface Context {
  /** Path of the target's document. */
  readonly contract: string;
  /** A fresh temporary directory. What is generated goes to its folder `client`, where the names are read. */
  readonly directory: string;
  /** The target's own folder, with its scenario. */
  readonly target: string;
  /**
   * Runs a command and returns what it wrote to stdout; throws with the end of its output if it fails or takes too long.
   * In `run` the command gets the variables of the scenario.
   */
  readonly run: (command: string, args: readonly string[], options?: RunOptions) => Promise<string>;
}

export interface Target {
  readonly name: string;
  /** The generators with their exact versions, as the table shows them. */
  readonly generator: string;
  readonly language: string;
  /** The document in `generated/` that it reads; default: that of clients. */
  readonly document?: string;
  /** Whether few use it: it is tried with all targets or by its name, and not with those of its language, as in `.ci/run`. */
  readonly isRare?: boolean;
  /** Commands that have to be on the PATH. */
  readonly needs: readonly string[];
  /** The steps that the generator cannot do, with the reason; `check`: why its code does not compile. */
  readonly cannot?: Readonly<Partial<Record<Step | 'check', string>>>;
  /** Options of the compiler's strictness that the generated code cannot take. */
  readonly without?: readonly string[];
  /** What a user meets besides. */
  readonly limits?: readonly string[];
  /** The names that the generated code declares; without it, they are found by the language. */
  names?(context: Context): Promise<readonly string[]> | readonly string[];
  generate(context: Context): Promise<unknown>;
  /** Compiles or type-checks the client and its scenario, in strict mode. */
  check(context: Context): Promise<unknown>;
  /** Runs the scenario and returns what it printed; absent: the target has none, and is generated and compiled alone. */
  readonly run?: (context: Context) => Promise<string>;
}
