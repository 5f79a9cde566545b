import { LogFile } from "../logs/log-file.ts";
import type { OpenSession } from "./list-sessions.ts";
import { parseSignInLine, type SignInLine } from "./sign-in-line.ts";

export type SignedIn = Extract<SignInLine, { type: "signed-in" }>;

/** The log has whole seconds, and the start of a process is computed from that of this one. */
const toleranceMs = 2_000;

/** What Dovecot's log tells about the sessions that are open. */
export class SignInLog {
  readonly #file: LogFile;
  readonly #signIns = new Map<number, SignedIn>();
  readonly #programs = new Map<string, string>();

  constructor(file: string) {
    this.#file = new LogFile(file, null);
  }

  async read(): Promise<void> {
    for (let lines = await this.#file.read(); lines.length > 0; lines = await this.#file.read()) {
      for (const { text } of lines) {
        const line = parseSignInLine(text);
        if (line?.type === "signed-in") {
          this.#signIns.set(line.pid, line);
        } else if (line?.type === "program") {
          this.#programs.set(line.session, line.program);
        }
      }
    }
  }

  /** Undefined if the log doesn't tell how a session signed in. A line about an earlier process with its ID doesn't. */
  findSignIn({ pid, startedAt }: OpenSession): SignedIn | undefined {
    const found = this.#signIns.get(pid);
    return found && found.at.getTime() > startedAt.getTime() - toleranceMs ? found : undefined;
  }

  programOf(session: string): string | null {
    return this.#programs.get(session) || null;
  }

  /** Forgets ended sessions, once their lines can't be of use: those of sessions that begin are read before they are listed. */
  forgetAllBut(sessions: readonly OpenSession[], nowMs: number): void {
    const open = new Set(sessions.map(({ pid }) => pid));
    for (const [pid, { at, session }] of this.#signIns) {
      if (!open.has(pid) && at.getTime() < nowMs - 60_000) {
        this.#signIns.delete(pid);
        this.#programs.delete(session);
      }
    }
    const current = new Set([...this.#signIns.values()].map(({ session }) => session));
    for (const session of this.#programs.size > 10_000 ? this.#programs.keys() : []) {
      if (!current.has(session)) {
        this.#programs.delete(session);
      }
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
