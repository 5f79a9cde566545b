/** A raw body: text (signed as UTF-8) or bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** The body's bytes, whatever their container; undefined for what is neither text nor bytes. */
export function bytesOfBody(body: unknown): Uint8Array | undefined {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (isArrayBuffer(body)) return new Uint8Array(body);
  return undefined;
}

/** `<timestamp>.<body>` */
export function serviceContent(timestamp: string | number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return join(`${timestamp}.`, body);
}

/** `<id>.<timestamp>.<body>` (Standard Webhooks 1.0, "Signature scheme"). */
export function standardContent(
  id: string,
  timestamp: string | number,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return join(`${id}.${timestamp}.`, body);
}

const idForm = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;

/** A dot in the id would let one signature stand for two splits into id, timestamp and body. */
export function isSignableId(id: unknown): id is string {
  return typeof id === "string" && idForm.test(id);
}

function join(head: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const headBytes = new TextEncoder().encode(head);
  const content = new Uint8Array(headBytes.byteLength + body.byteLength);
  content.set(headBytes);
  content.set(body, headBytes.byteLength);
  return content;
}

// By its tag, since `instanceof` fails for a buffer of another realm (test runners, workers).
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}
