import { createHash, randomBytes } from "node:crypto";

/** The secret of a link or cookie: 256 random bits. */
export const generateToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
