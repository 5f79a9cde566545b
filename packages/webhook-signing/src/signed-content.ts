/** `<timestamp>.<body>` */
export function serviceContent(timestamp: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return join(`${timestamp}.`, body);
}

/** `<id>.<timestamp>.<body>` (Standard Webhooks 1.0, "Signature scheme"). */
export function standardContent(id: string, timestamp: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return join(`${id}.${timestamp}.`, body);
}

const idForm = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;

/** With a dot in the ID, one signature could be split into ID, timestamp and body in two ways. */
export function isSignableId(id: unknown): id is string {
  return typeof id === "string" && idForm.test(id);
}

/** A text as UTF-8, followed by the body's bytes. */
function join(head: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const headBytes = new TextEncoder().encode(head);
  const content = new Uint8Array(headBytes.byteLength + body.byteLength);
  content.set(headBytes);
  content.set(body, headBytes.byteLength);
  return content;
}
