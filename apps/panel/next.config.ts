import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  // The supervisor builds into a new folder and swaps it in, so that a running panel is never half-replaced.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  transpilePackages: [
    "@zonepost/schema",
    "@zonepost/webhook-doctor",
    "@zonepost/webhook-signing",
    "@zonepost/zone-file",
  ],
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types; a first start need not wait for them a second time.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    rules: {
      // A tenth of a page with a form would be zod's conversion to JSON Schema, which no browser needs.
      "**/zod/v4/core/{json-schema-processors,to-json-schema}.js": {
        condition: { all: ["browser", "foreign"] },
        loaders: ["./empty-exports.cjs"],
      },
    },
  },
  experimental: {
    // A build folder is written once, so that its cache would never be read; nothing reads the servers' source maps.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  // Addresses of pages that have moved.
  redirects: async () => [
    { source: "/domains/operations", destination: "/activity", permanent: true },
    { source: "/settings/audit-log", destination: "/activity/audit-log", permanent: true },
  ],
  // Of the built files; pages get theirs from the proxy, which knows the installation's addresses.
  headers: async () => [
    { source: "/_next/static/:path*", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] },
    { source: "/icon.svg", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] },
  ],
};

const withTranslations = createNextIntlPlugin({
  requestConfig: "./src/i18n/request.ts",
  // Parsed when the panel is built, so that browsers need no parser of ICU messages.
  experimental: { messages: { path: "./messages", format: "json", locales: ["en"], precompile: true } },
});

export default withTranslations(config);
