"use client";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type InvitationForHolder, invitationLink, type SignInProvider } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useLinkToken } from "@/features/sign-in/use-link-token.ts";
import { useSignOut } from "@/features/sign-in/use-sign-out.ts";
import { Failure } from "@/lib/failure.tsx";
import { signInPath } from "@/sign-in-path.ts";
import { problemOf } from "@/trpc/problem-of.ts";
import { callRest } from "@/trpc/rest.ts";
import { useAddresses } from "@/ui/addresses.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { InvalidLink } from "./invalid-link.tsx";
import { InvitationDetails } from "./invitation-details.tsx";
import { JoinAsNewPerson } from "./join-as-new-person.tsx";
import { MessagePage } from "./message-page.tsx";
import { type HeldLink, useJoin } from "./use-join.ts";

type InvitationStatus = InvitationForHolder["status"];
type Visitor = {
  signedInAs: string | null;
  isSecondFactorDue: boolean;
  providers: readonly SignInProvider[];
};

/** The landing page of an invitation link: the invitation and a form to accept it. */
export function InvitationPage({ id, ...visitor }: Visitor & { id: string }) {
  // A mail program may open the sign-in link in another tab, so the state is kept for the whole browser.
  const { token, forget } = useLinkToken(id, "browser");
  const link = invitationLink.safeParse({ id, token });
  return (
    <Surface>
      {token === undefined ? (
        <Loading />
      ) : link.success ? (
        <ByLink key={link.data.token} link={link.data} forget={forget} {...visitor} />
      ) : (
        <InvalidLink isIncomplete={token === null} />
      )}
    </Surface>
  );
}

function Loading() {
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={28} width="80%" />
      <Skeleton height={44} />
      <Skeleton height={64} />
      <Skeleton height={36} />
    </Stack>
  );
}

type Over = Exclude<InvitationStatus, "pending">;

/** The API's error codes for invitations that are no longer open. */
const overBy: Partial<Record<string, Over>> = {
  invitation_accepted: "accepted",
  invitation_cancelled: "cancelled",
  invitation_expired: "expired",
};

function ByLink({ link, forget, ...visitor }: Visitor & { link: HeldLink; forget: () => void }) {
  const t = useTranslations("invitation");
  const { apiUrl } = useAddresses();
  const query = useQuery({
    queryKey: ["invitation", link],
    queryFn: () =>
      callRest<InvitationForHolder>(`${apiUrl}/auth/invitations/read`, { method: "POST", body: link }),
    retry: false,
  });
  if (query.isPending) {
    return <Loading />;
  }
  if (query.isError) {
    const { status, code } = problemOf(query.error);
    if (status === 404 || status === 422) {
      return <InvalidLink isIncomplete={false} />;
    }
    const over = overBy[code ?? ""];
    if (over) {
      return <NotOpen status={over} signedInAs={visitor.signedInAs} />;
    }
    return (
      <MessagePage title={t("title")}>
        <Failure
          error={query.error}
          title={t(status === 429 ? "tooManyTitle" : "notReadTitle")}
          onRetry={() => void query.refetch()}
        />
      </MessagePage>
    );
  }
  const invitation = query.data;
  return (
    <Stack gap="lg">
      <InvitationDetails invitation={invitation} />
      <InvitationStep
        link={link}
        invitation={invitation}
        forget={forget}
        onChanged={() => void query.refetch()}
        {...visitor}
      />
    </Stack>
  );
}

function NotOpen({ status, signedInAs }: { status: Over; signedInAs: string | null }) {
  const t = useTranslations("invitation");
  return (
    <MessagePage title={t(`${status}Title`)}>
      <Text>{t(status)}</Text>
      {status === "accepted" ? (
        <Button component={Link} href={signedInAs ? "/domains" : "/sign-in"}>
          {t(signedInAs ? "toPanel" : "toSignIn")}
        </Button>
      ) : null}
    </MessagePage>
  );
}

type InvitationStepProps = Visitor & {
  link: HeldLink;
  invitation: InvitationForHolder;
  forget: () => void;
  onChanged: () => void;
};

/** The form with which this visitor can accept. */
function InvitationStep(props: InvitationStepProps) {
  const { link, invitation, forget, onChanged, signedInAs, isSecondFactorDue, providers } = props;
  const t = useTranslations("invitation");
  const { email, workspaceName } = invitation;
  const here = `/invitations/${link.id}`;
  const signOut = useSignOut(here);
  if (signedInAs !== null && signedInAs.toLowerCase() !== email.toLowerCase()) {
    return (
      <Stack gap="sm">
        <Text>{t("otherAddress", { signedInAs, email })}</Text>
        {signOut.isError ? <Failure error={signOut.error} title={t("notSignedOut")} /> : null}
        <Button loading={signOut.isPending || signOut.isSuccess} onClick={() => signOut.mutate()}>
          {t("signOut")}
        </Button>
        <Button component={Link} href="/domains" variant="default">
          {t("toPanel")}
        </Button>
      </Stack>
    );
  }
  if (signedInAs !== null) {
    return <JoinSignedIn link={link} invitation={invitation} forget={forget} onChanged={onChanged} />;
  }
  if (isSecondFactorDue || invitation.hasAccount) {
    return (
      <Stack gap="sm">
        <Text>{t("hasAccount", { email })}</Text>
        <Button
          component={Link}
          href={signInPath(isSecondFactorDue ? "second_factor_required" : undefined, here)}
        >
          {t("signInToJoin", { email })}
        </Button>
      </Stack>
    );
  }
  return (
    <JoinAsNewPerson
      link={link}
      email={email}
      workspaceName={workspaceName}
      providers={providers}
      forget={forget}
      onChanged={onChanged}
    />
  );
}

function JoinSignedIn(props: Pick<InvitationStepProps, "link" | "invitation" | "forget" | "onChanged">) {
  const { link, invitation, forget, onChanged } = props;
  const t = useTranslations("invitation");
  const join = useJoin({ link, forget, onChanged });
  return (
    <Stack gap="sm">
      {join.isError ? <Failure error={join.error} title={t("notJoined")} /> : null}
      <Button loading={join.isPending || join.isSuccess} onClick={() => join.mutate({})}>
        {t("join", { workspace: invitation.workspaceName })}
      </Button>
    </Stack>
  );
}
