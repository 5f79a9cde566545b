"use client";
import { useQuery } from "@tanstack/react-query";
import { SettingsSkeleton } from "@/features/settings/settings-skeleton.tsx";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { PasswordPart } from "./password-part.tsx";
import { SecondFactorPart } from "./second-factor-part.tsx";
import { SignIns } from "./sign-ins.tsx";
import { TrustedBrowsers } from "./trusted-browsers.tsx";

export function SecurityPage() {
  const trpc = useTRPC();
  const query = useQuery(trpc.me.get.queryOptions());
  return (
    <>
      <QueryView query={query} skeleton={<SettingsSkeleton parts={2} />}>
        {(profile) => (
          <>
            <PasswordPart profile={profile} />
            <SecondFactorPart profile={profile} />
            {profile.user.twoFactorEnabled ? <TrustedBrowsers count={profile.trustedDeviceCount} /> : null}
          </>
        )}
      </QueryView>
      <SignIns />
    </>
  );
}
