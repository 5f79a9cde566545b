import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";
import { createConnection } from "node:net";

// A minimal client of PostgreSQL's wire protocol (version 3.0): SCRAM-SHA-256 (RFC 7677), simple queries, and the copies
// that replication commands send. It runs before any dependency is installed, and verifies that a server has our
// password, not only an open port.

/** An error from the server, with its SQLSTATE as `code`, or "CONNECTION" if the connection failed. */
class PostgresSessionError extends Error {
  constructor(message, code, options) {
    super(message, options);
    this.name = "PostgresSessionError";
    this.code = code;
  }
}

function frame(type, body) {
  const head = Buffer.alloc(type ? 5 : 4);
  if (type) {
    head.write(type, 0, "latin1");
  }
  head.writeInt32BE(body.length + 4, type ? 1 : 0);
  return Buffer.concat([head, body]);
}

const text = (value) => Buffer.from(`${value}\0`, "utf8");

function integer(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function readFields(body) {
  const fields = {};
  for (const part of body.toString("utf8").split("\0")) {
    if (part) {
      fields[part[0]] = part.slice(1);
    }
  }
  return fields;
}

function readRow(body) {
  const row = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    row.push(length < 0 ? null : body.toString("utf8", at, at + length));
    if (length > 0) {
      at += length;
    }
  }
  return row;
}

const hmac = (key, value) => createHmac("sha256", key).update(value).digest();

function scram(password) {
  const nonce = randomBytes(18).toString("base64");
  const bare = `n=,r=${nonce}`;
  let expected;
  return {
    first: `n,,${bare}`,
    answer(challenge) {
      const parts = Object.fromEntries(challenge.split(",").map((part) => [part[0], part.slice(2)]));
      if (!parts.r?.startsWith(nonce)) {
        throw new PostgresSessionError("the server changed our nonce", "08P01");
      }
      const salted = pbkdf2Sync(password, Buffer.from(parts.s, "base64"), Number(parts.i), 32, "sha256");
      const clientKey = hmac(salted, "Client Key");
      const final = `c=biws,r=${parts.r}`;
      const signed = `${bare},${challenge},${final}`;
      const mask = hmac(createHash("sha256").update(clientKey).digest(), signed);
      expected = hmac(hmac(salted, "Server Key"), signed);
      return `${final},p=${Buffer.from(clientKey.map((byte, at) => byte ^ (mask[at] ?? 0))).toString("base64")}`;
    },
    verify(final) {
      const shown = Buffer.from(final.slice(2), "base64");
      return !!expected && shown.length === expected.length && timingSafeEqual(shown, expected);
    },
  };
}

/**
 * @typedef {object} SessionTarget
 * @property {string} [host]
 * @property {number} [port]
 * @property {string} [socketPath] Instead of a port. The folder's rights say who may connect, so no password is needed.
 * @property {string} user
 * @property {string} [password]
 * @property {string} database
 * @property {boolean} [isReplication] For replication commands, such as BASE_BACKUP.
 * @property {number} [timeoutMs]
 */

/**
 * Signs in to a PostgreSQL server. Rejects with a PostgresSessionError: SQLSTATE 57P03 while the server starts or stops,
 * 28P01 for a wrong password, 08P01 when the other end is not a server that knows the password.
 *
 * @param {SessionTarget} target
 */
export async function openPostgresSession({
  host = "127.0.0.1",
  port = 5432,
  socketPath,
  user,
  password = "",
  database,
  isReplication = false,
  timeoutMs = 5000,
}) {
  const socket = createConnection(socketPath ? { path: socketPath } : { host, port });
  const login = scram(password);
  let buffered = Buffer.alloc(0);
  let pending;
  let proven = socketPath !== undefined;

  const settle = (error, value) => {
    const waiting = pending;
    pending = undefined;
    if (error) {
      waiting?.reject(error);
    } else {
      waiting?.resolve(value);
    }
  };
  const broken = (message, code, cause) => {
    settle(new PostgresSessionError(message, code, { cause }));
    socket.destroy();
  };
  /**
   * @param {Buffer} [bytes]
   * @param {(part: Buffer) => unknown} [onCopy]
   */
  const exchange = (bytes, onCopy) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) {
        return reject(new PostgresSessionError("the connection is closed", "CONNECTION"));
      }
      pending = { resolve, reject, rows: [], error: undefined, onCopy };
      if (bytes) {
        socket.write(bytes);
      }
    });

  const authenticate = (body) => {
    const kind = body.readInt32BE(0);
    const rest = body.subarray(4).toString("utf8");
    if (kind === 10) {
      const first = Buffer.from(login.first);
      socket.write(frame("p", Buffer.concat([text("SCRAM-SHA-256"), integer(first.length), first])));
    } else if (kind === 11) {
      socket.write(frame("p", Buffer.from(login.answer(rest))));
    } else if (kind === 12) {
      proven = login.verify(rest);
    } else if (kind !== 0 || !proven) {
      broken("the server does not prove that it knows the password", "08P01");
    }
  };
  /** The receiver takes part after part: the server waits while it writes one. */
  const receive = (body) => {
    const written = pending?.onCopy?.(body);
    if (written) {
      socket.pause();
      written.then(
        () => socket.resume(),
        (error) => {
          settle(error);
          socket.destroy();
        },
      );
    }
  };
  const read = (type, body) => {
    if (type === "R") {
      authenticate(body);
    } else if (type === "d") {
      receive(body);
    } else if (type === "D") {
      pending?.rows.push(readRow(body));
    } else if (type === "E") {
      const fields = readFields(body);
      const error = new PostgresSessionError(fields.M ?? "the server refused", fields.C ?? "XX000");
      if (pending) {
        pending.error = error;
      }
      if (fields.S === "FATAL" || fields.S === "PANIC") {
        settle(error);
      }
    } else if (type === "Z" && pending) {
      settle(pending.error, pending.rows);
    }
  };

  socket.setTimeout(timeoutMs, () => broken(`no answer within ${timeoutMs} ms`, "CONNECTION"));
  socket.on("error", (error) => broken(error.message, "CONNECTION", error));
  socket.on("close", () => broken("the server closed the connection", "CONNECTION"));
  socket.on("data", (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    try {
      while (buffered.length >= 5) {
        const end = buffered.readInt32BE(1) + 1;
        if (end < 5 || end > 1 << 24) {
          return broken("the other end does not speak PostgreSQL", "08P01");
        }
        if (buffered.length < end) {
          return;
        }
        const type = buffered.toString("latin1", 0, 1);
        const body = buffered.subarray(5, end);
        buffered = buffered.subarray(end);
        read(type, body);
      }
    } catch (error) {
      broken("the other end does not speak PostgreSQL", "08P01", error);
    }
  });

  const options = Buffer.concat([
    text("user"),
    text(user),
    text("database"),
    text(database),
    ...(isReplication ? [text("replication"), text("true")] : []),
    Buffer.from([0]),
  ]);
  const greeted = exchange();
  socket.once("connect", () => socket.write(frame("", Buffer.concat([integer(196_608), options]))));
  await greeted;
  return {
    /**
     * Runs one statement; resolves to its rows, each an array of text or null. `onCopy` gets the parts of a copy, and
     * returns a promise if the next has to wait.
     * @param {string} sql
     * @param {(part: Buffer) => Promise<unknown> | undefined} [onCopy]
     * @returns {Promise<(string | null)[][]>}
     */
    query: (sql, onCopy) => exchange(frame("Q", text(sql)), onCopy),
    close() {
      socket.end(frame("X", Buffer.alloc(0)));
    },
    /** Ends the session in the middle of a statement, which then fails. */
    destroy() {
      broken("the connection was closed", "CONNECTION");
    },
  };
}
