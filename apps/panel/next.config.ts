import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const securityHeaders = [
  { key: "Content-Security-Policy", value: "frame-ancestors 'none'" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
];

const config: NextConfig = {
  // The supervisor builds into a new folder and swaps it in, so that a running panel is never half-replaced.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  transpilePackages: ["@zonepost/schema"],
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types; a first start need not wait for them a second time.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default createNextIntlPlugin("./src/i18n/request.ts")(config);
