const certificates: Record<string, string> = {
  verified: "certificate verified",
  trusted: "certificate valid, its name not checked",
  untrusted: "certificate not verified",
  anonymous: "without a certificate",
};

/** In words, what a step of the log tells about the encryption of its connection. */
export function describeTls(tls: string | null): string | null {
  if (tls === null || tls === "none") {
    return tls && "not encrypted";
  }
  const [protocol = "", certificate = ""] = tls.split(" ");
  return [`encrypted (${protocol})`, certificates[certificate]].filter(Boolean).join(", ");
}
