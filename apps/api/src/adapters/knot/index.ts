import { type ZoneServer, ZoneServerError } from "../../modules/dns/ports.ts";
import { ControlConnection } from "./control-connection.ts";
import { KnotSession } from "./knot-session.ts";

export type KnotOptions = {
  /** The control socket of the hidden primary. */
  socketPath: string;
  /** Time limit of one request, including the wait for another client's conversation to end. Default: 30 s. */
  requestTimeoutMs?: number;
};

const defaultTimeoutMs = 30_000;
const undoTimeoutMs = 5_000;

/**
 * Knot DNS, through its control socket. It gives up on a conversation that is silent for longer than its own time limit
 * (`control: timeout`), so what `work` does between two verbs must be short.
 */
export function createKnotServer({
  socketPath,
  requestTimeoutMs = defaultTimeoutMs,
}: KnotOptions): ZoneServer {
  const open = (timeoutMs = requestTimeoutMs) => ControlConnection.open(socketPath, timeoutMs);
  return {
    async converse(work, signal) {
      signal.throwIfAborted();
      const connection = await open();
      const session = new KnotSession(connection);
      const stop = () => connection.fail(new ZoneServerError("away", "The conversation was aborted."));
      signal.addEventListener("abort", stop, { once: true });
      try {
        signal.throwIfAborted();
        const result = await work(session);
        signal.throwIfAborted();
        return result;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener("abort", stop);
        await connection.end();
        await undoOpenChange(session, open);
      }
    },
  };
}

/** The server keeps a change open whose client has gone. If it is away, the next change of the zone undoes it. */
async function undoOpenChange(
  { openChange }: KnotSession,
  open: (timeoutMs: number) => Promise<ControlConnection>,
): Promise<void> {
  if (!openChange) {
    return;
  }
  try {
    const connection = await open(undoTimeoutMs);
    await new KnotSession(connection).undo(openChange);
    await connection.end();
  } catch (error) {
    if (!(error instanceof ZoneServerError)) {
      throw error;
    }
  }
}
