const modulus = 2 ** 32;

/** RFC 1982 section 3.2: whether `left` comes before `right`. */
function isLowerSerial(left: number, right: number): boolean {
  const distance = (right - left + modulus) % modulus;
  return distance > 0 && distance < modulus / 2;
}

/** The serial to publish: the wanted one, or the one after the served, for which secondaries fetch the zone. */
export function nextSerial(served: number, wanted: number): number {
  if (isLowerSerial(served, wanted)) {
    return wanted;
  }
  // Some secondaries take 0 for a zone that was never loaded.
  return (served + 1) % modulus || 1;
}
