/** What the server doesn't do, by the extension that has it. Dovecot's configuration lacks the same ones. */
export const refusedExtensions = new Map<
  string,
  { actions: readonly string[]; tests: readonly string[]; tags: readonly string[] }
>([
  // Mail in any name to anyone.
  [
    "enotify",
    {
      actions: ["notify"],
      tests: ["valid_notify_method", "notify_method_capability"],
      tags: ["encodeurl"],
    },
  ],
  // Mail to senders that may be forged.
  ["reject", { actions: ["reject"], tests: [], tags: [] }],
  ["ereject", { actions: ["ereject"], tests: [], tags: [] }],
  // Patterns that take hours of CPU time.
  ["regex", { actions: [], tests: [], tags: ["regex", "quoteregex"] }],
  // These have never been offered, but a script may test for them with `ihave`, which doesn't need `require`.
  ["notify", { actions: ["denotify"], tests: [], tags: [] }],
  ["extlists", { actions: [], tests: ["valid_ext_list"], tags: ["list"] }],
  ["fcc", { actions: [], tests: [], tags: ["fcc"] }],
  ["editheader", { actions: ["addheader", "deleteheader"], tests: [], tags: [] }],
  ["vnd.dovecot.pipe", { actions: ["pipe"], tests: [], tags: [] }],
  ["vnd.dovecot.filter", { actions: ["filter"], tests: ["filter"], tags: [] }],
  ["vnd.dovecot.execute", { actions: ["execute"], tests: ["execute"], tags: [] }],
  ["vnd.dovecot.report", { actions: ["report"], tests: [], tags: [] }],
]);

const named = (kind: "actions" | "tests" | "tags") =>
  new Set([...refusedExtensions.values()].flatMap((names) => names[kind]));

export const refusedActions = named("actions");
export const refusedTests = named("tests");
export const refusedTags = named("tags");
