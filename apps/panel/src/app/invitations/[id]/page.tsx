import { invitationLink } from "@zonepost/schema";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { readSignIn } from "@/session.ts";
import { readSignInProviders } from "@/sign-in-providers.ts";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { InvitationPage } from "./_parts/invitation-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("invitation"))("title") };
}

type Props = { params: Promise<{ id: string }> };

/** The link's token is in the fragment, so the invitation is loaded in the browser. Here, only its ID is checked. */
export default async function Invitation({ params }: Props) {
  const { id } = await params;
  if (!invitationLink.shape.id.safeParse(id).success) {
    notFound();
  }
  // If the API is unreachable, the query in the browser reports it.
  const [signIn, providers] = await Promise.all([readSignIn().catch(() => null), readSignInProviders()]);
  return (
    <NarrowPage>
      <InvitationPage
        id={id}
        signedInAs={signIn?.state === "whole" ? signIn.current.user.email : null}
        isSecondFactorDue={signIn?.state === "half"}
        providers={providers}
      />
    </NarrowPage>
  );
}
