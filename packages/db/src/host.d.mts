/** Something that an operator can mend: `publicMessage` is one line that names the folder, the user or the port. */
export class OperatorError extends Error {
  readonly publicMessage: string;
  constructor(publicMessage: string, options?: ErrorOptions);
}

/** What a failed system call means, in words. */
export function reason(error: NodeJS.ErrnoException): string;

/** False for one that has ended but was not collected by its parent yet. */
export function isRunning(pid: number): boolean;

export function commandLine(pid: number): string;

/** Tells a process from a later one that got the same number. */
export function startMark(pid: number): string;

/** Sends a signal (to the whole group when `pid` is negative); false when nobody is there to take it. */
export function signal(pid: number, name: NodeJS.Signals): boolean;

/** Resolves to undefined when the port can be listened on, else to the error's code. */
export function tryPort(port: number, host: string): Promise<string | undefined>;

/** A free port below those that outgoing connections take, so that it is still free after a restart. */
export function freePort(): Promise<number>;

/** Makes a folder and its missing parents; returns those that were made. Throws as mkdir does, and never hangs. */
export function makeFolders(folder: string, mode?: number): string[];

/** Makes the folder if it is missing; as root, open enough for another user's PostgreSQL to pass through. */
export function makeDataFolder(folder: string): void;
