const headerBytes = 4;

/** The default size limit of a frame: 1 MiB, including the header. */
export const defaultMaxFrameBytes = 1024 * 1024;

/** The byte stream isn't a sequence of EPP data units, so the connection is unusable. */
export class EppFrameError extends Error {
  override readonly name = "EppFrameError";
}

/**
 * Wraps one EPP instance in a data unit: four bytes with the total length in network order, then the XML as UTF-8
 * (RFC 5734 section 4).
 *
 * @throws EppFrameError if the data unit would be longer than `maxFrameBytes`.
 */
export function encodeFrame(xml: string, maxFrameBytes: number = defaultMaxFrameBytes): Uint8Array {
  const body = new TextEncoder().encode(xml);
  const totalBytes = headerBytes + body.byteLength;
  if (totalBytes > maxFrameBytes) {
    throw new EppFrameError(`a frame of ${totalBytes} bytes exceeds the limit of ${maxFrameBytes}`);
  }
  const frame = new Uint8Array(totalBytes);
  new DataView(frame.buffer).setUint32(0, totalBytes);
  frame.set(body, headerBytes);
  return frame;
}

/** Collects bytes from the connection and returns complete EPP instances. */
export type FrameDecoder = {
  /**
   * Adds a chunk of bytes and returns the instances that it completes, in order.
   *
   * @throws EppFrameError if a length is below 5 or above the limit, or the bytes aren't UTF-8.
   */
  push(chunk: Uint8Array): string[];
  /** The number of buffered bytes of an incomplete frame. */
  readonly pendingBytes: number;
};

/** Creates a decoder for one connection (RFC 5734 section 4). It checks the length before it buffers the body. */
export function createFrameDecoder(maxFrameBytes: number = defaultMaxFrameBytes): FrameDecoder {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const header = new Uint8Array(headerBytes);
  let headerFilledBytes = 0;
  let body: Uint8Array[] = [];
  let bodyMissingBytes = 0;
  let bodyHeldBytes = 0;

  function readLength(): number {
    const totalBytes = new DataView(header.buffer).getUint32(0);
    if (totalBytes <= headerBytes) {
      throw new EppFrameError(`a frame length of ${totalBytes} leaves no room for a body`);
    }
    if (totalBytes > maxFrameBytes) {
      throw new EppFrameError(`a frame of ${totalBytes} bytes exceeds the limit of ${maxFrameBytes}`);
    }
    return totalBytes - headerBytes;
  }

  function decodeBody(): string {
    const whole = new Uint8Array(bodyHeldBytes);
    let offset = 0;
    for (const part of body) {
      whole.set(part, offset);
      offset += part.byteLength;
    }
    try {
      return utf8.decode(whole);
    } catch (cause) {
      throw new EppFrameError("a frame is not valid UTF-8", { cause });
    }
  }

  return {
    push(chunk) {
      const complete: string[] = [];
      let rest = chunk;
      while (rest.byteLength > 0) {
        if (headerFilledBytes < headerBytes) {
          const taken = rest.subarray(0, headerBytes - headerFilledBytes);
          header.set(taken, headerFilledBytes);
          headerFilledBytes += taken.byteLength;
          rest = rest.subarray(taken.byteLength);
          if (headerFilledBytes === headerBytes) {
            bodyMissingBytes = readLength();
          }
          continue;
        }
        const taken = rest.slice(0, bodyMissingBytes);
        body.push(taken);
        bodyHeldBytes += taken.byteLength;
        bodyMissingBytes -= taken.byteLength;
        rest = rest.subarray(taken.byteLength);
        if (bodyMissingBytes === 0) {
          complete.push(decodeBody());
          body = [];
          bodyHeldBytes = 0;
          headerFilledBytes = 0;
        }
      }
      return complete;
    },
    get pendingBytes() {
      return headerFilledBytes + bodyHeldBytes;
    },
  };
}
