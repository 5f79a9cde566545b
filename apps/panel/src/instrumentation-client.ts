// Zod reads its settings from this global when it loads, so a page without zod need not load it. Without `jitless`, zod
// tries to build a function from text, which the content security policy blocks and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
