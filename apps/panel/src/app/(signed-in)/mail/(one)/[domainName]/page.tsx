import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { MailOverview } from "@/features/mail/mail-overview.tsx";
import { UnsettledDomain } from "@/features/payments/unsettled-domain.tsx";
import { HydratePage } from "@/trpc/page.tsx";
import { getTrpc, prefetch } from "@/trpc/server.tsx";

export default async function MailDomainPage({ params }: { params: Promise<{ domainName: string }> }) {
  // The layout has already read the mail domain.
  const domainName = await nameOfParams(params);
  const { mail } = getTrpc();
  await prefetch(mail.settings.queryOptions(), mail.senderExceptions.queryOptions({ domainName }));
  return (
    <HydratePage>
      <UnsettledDomain name={domainName} />
      <MailOverview domainName={domainName} />
    </HydratePage>
  );
}
