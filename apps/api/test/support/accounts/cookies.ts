/** The attributes of a Set-Cookie header, in lower case and sorted. */
export const attributesOf = (setCookie: string | undefined) =>
  (setCookie ?? "")
    .split("; ")
    .slice(1)
    .map((attribute) => attribute.toLowerCase())
    .sort();

/** The value of a Set-Cookie header, decoded. */
export const cookieValue = (setCookie: string | undefined) =>
  decodeURIComponent((setCookie ?? "").split(";")[0]?.split("=").slice(1).join("=") ?? "");
