import pino, { type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/** Fields that are never logged, at any depth. */
const secretFields = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "passwordOnce",
  "secret",
  "token",
  "dkimPrivateKey",
  "authInfo",
];

/**
 * An error as it is logged: without the parameters of a query that failed, which can be tokens and hashes, and without
 * the database's detail, which can quote the row.
 */
function loggedError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) {
    return thrown;
  }
  const { params: _, detail: __, ...written } = pino.stdSerializers.err(thrown);
  const quoted = new Set<string>();
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if ("params" in error) {
      quoted.add(`params: ${error.params}`);
    }
  }
  for (const text of quoted) {
    written.message = written.message.replaceAll(text, "params: [redacted]");
    written.stack = written.stack.replaceAll(text, "params: [redacted]");
  }
  return written;
}

const longestWaitMs = 250;

/** Standard output, written some lines at a time: a write for each would cost a twentieth of a request. */
function gatheredOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  setInterval(() => output.flush(), longestWaitMs).unref();
  return output;
}

/** Structured logs, one JSON object a line, on standard output where no other place is given. */
export function createLogger(name: string, level = "info", destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => {
        const key = field.includes("-") ? `["${field}"]` : field;
        const nested = field.includes("-") ? `*["${field}"]` : `*.${field}`;
        return [key, nested, nested.startsWith("*[") ? `*.${nested}` : `*.*.${field}`];
      }),
      censor: "[redacted]",
    },
    serializers: { err: loggedError },
  };
  return pino(options, destination ?? gatheredOutput());
}

/**
 * Writes lines of one kind as the logger would, but each by one JSON.stringify: a request's line, written for every
 * request, would else cost a tenth of it. What is given must hold no secret, since nothing is looked for.
 */
export function createLineWriter(log: Logger, msg: string): (fields: Record<string, unknown>) => void {
  if (!log.isLevelEnabled("info")) {
    return () => {};
  }
  const inner = log as unknown as Record<symbol, unknown>;
  const stream = inner[pino.symbols.streamSym] as DestinationStream;
  // Process, host and name, as JSON already, with a comma before them.
  const origin = String(inner[pino.symbols.chindingsSym]);
  return (fields) => {
    const own = JSON.stringify({ ...fields, msg }).slice(1);
    stream.write(`{"level":30,"time":"${new Date().toISOString()}"${origin},${own}\n`);
  };
}
