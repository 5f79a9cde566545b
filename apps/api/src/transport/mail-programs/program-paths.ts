/** Programs and servers write them in any case. */
export const programPaths = {
  autoconfig: ["/mail/config-v1.1.xml", "/.well-known/autoconfig/mail/config-v1.1.xml"],
  autodiscover: "/autodiscover/autodiscover.xml",
  mtaSts: "/.well-known/mta-sts.txt",
  appleProfile: "/mail/apple.mobileconfig",
} as const;

const paths: ReadonlySet<string> = new Set(Object.values(programPaths).flat());

/** The path as the routes have it, if it is one of these. */
export function withoutCase(path: string): string {
  const lower = path.toLowerCase();
  return paths.has(lower) ? lower : path;
}
