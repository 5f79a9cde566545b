import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "@/ui/fallback-fonts.css";
import "@/ui/tones.css";
import "./global.css";
import "@/ui/touch.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { connection } from "next/server";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { publicAddresses } from "@/addresses.ts";
import { zoneScript } from "@/i18n/zone.ts";
import { nonceHeader } from "@/security-headers.ts";
import { AddressesProvider } from "@/ui/addresses.tsx";
import { Body } from "@/ui/early-input/body.tsx";
import { guardEarlyInput } from "@/ui/early-input/guard-early-input.ts";
import { densityCookie, densityOf } from "@/ui/list/density/density.ts";
import { BasicMessagesProvider } from "@/ui/plain/basic-messages.tsx";
import { colorSchemeScript } from "./_parts/color-scheme.ts";
import { QuarantineBanner } from "./_parts/quarantine-banner.tsx";

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

async function readBasicMessages() {
  const [ui, failure] = await Promise.all([getTranslations("ui"), getTranslations("failure")]);
  const requestId = ui("requestId");
  return {
    requestId,
    copyRequestId: ui("copyWhat", { what: requestId }),
    requestIdCopied: ui("copiedWhat", { what: requestId }),
    retry: ui("retry"),
    unreachable: failure("unreachable"),
    unknown: failure("unknown"),
    pageTitle: failure("pageTitle"),
    page: failure("page"),
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // One build serves every installation, so the addresses are read per request.
  await connection();
  const nonce = (await headers()).get(nonceHeader) ?? "";
  const density = densityOf((await cookies()).get(densityCookie)?.value);
  return (
    <html
      lang={await getLocale()}
      data-density={density}
      data-mantine-color-scheme="light"
      suppressHydrationWarning
    >
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: `${colorSchemeScript};${zoneScript};(${guardEarlyInput.toString()})()`,
          }}
        />
      </head>
      <Body>
        <QuarantineBanner />
        <AddressesProvider value={publicAddresses()}>
          <BasicMessagesProvider value={await readBasicMessages()}>{children}</BasicMessagesProvider>
        </AddressesProvider>
      </Body>
    </html>
  );
}
