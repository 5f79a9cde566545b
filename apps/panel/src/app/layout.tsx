import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "@mantine/core/styles.css";
import "@mantine/spotlight/styles.css";
import "./global.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import { getLocale, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { publicAddresses } from "@/addresses.ts";
import { nonceHeader } from "@/security-headers.ts";
import { Providers } from "./_parts/providers.tsx";

export const metadata: Metadata = {
  title: { default: "Zonepost", template: "%s · Zonepost" },
  description: "Domains, DNSSEC, mail and webhooks in one place.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#18191e" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Addresses belong to the installation, not to the build: they are read for every request.
  await connection();
  const nonce = (await headers()).get(nonceHeader) ?? "";
  return (
    <html lang={await getLocale()} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      </head>
      <body>
        <Providers
          nonce={nonce}
          addresses={publicAddresses()}
          timeZone={await getTimeZone()}
          now={new Date().toISOString()}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
