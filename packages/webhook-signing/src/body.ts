/** A raw body: text (signed as UTF-8) or bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** The body's bytes, or undefined if it is neither text nor bytes. */
export function bytesOfBody(body: unknown): Uint8Array | undefined {
  if (typeof body === "string") {
    return new TextEncoder().encode(body);
  }
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  if (isArrayBuffer(body)) {
    return new Uint8Array(body);
  }
  return undefined;
}

// Checks the tag, since `instanceof` fails for a buffer from another realm (test runners, workers).
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}
