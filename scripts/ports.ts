import { commandFor } from '../src/system/packaged.ts';

/** The port that a variable or an argument names. Throws for what is none. */
export function portIn(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`PORT is ${text}; it must be a number from 0 to 65535.`);
  return Number(text);
}

/** Why a command cannot listen on a port, for the person who called it. */
export function whyNotOn(port: string, command: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use by another program. Start on another port: PORT=${Number(port) + 1} ${commandFor(command)}`
    : message;
}
