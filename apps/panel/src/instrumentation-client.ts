// Zod reads its settings from here when it loads, so that a page without zod need not load it to say so. It would try
// whether it may build parsers from text, which the pages' policy forbids and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
