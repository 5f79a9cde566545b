import pino, { type Logger } from "pino";

export type { Logger } from "pino";

/** Fields that never reach a log, wherever they stand. */
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

/** Structured logs on standard output, one JSON object a line. */
export function createLogger(name: string, level = "info"): Logger {
  return pino({
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
  });
}
