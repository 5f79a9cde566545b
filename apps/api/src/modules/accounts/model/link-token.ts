import { createHash, randomBytes } from "node:crypto";

/** The secret of a link or a cookie: 256 bits of chance. */
export const generateToken = (): string => randomBytes(32).toString("base64url");

/** The stored hash of the token. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
