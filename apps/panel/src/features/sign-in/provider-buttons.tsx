"use client";
import { Button, Divider, SimpleGrid } from "@mantine/core";
import { IconBrandGithub, IconBrandGoogle } from "@tabler/icons-react";
import type { SignInProvider } from "@zonepost/schema";

export const providerNames = { google: "Google", github: "GitHub" } as const satisfies Record<
  SignInProvider,
  string
>;
const icons = { google: IconBrandGoogle, github: IconBrandGithub };

/** Buttons for the configured sign-in providers, below a divider. Renders nothing if there are none. */
export function ProviderButtons(props: {
  providers: readonly SignInProvider[];
  label: string;
  loading: SignInProvider | undefined;
  onChoose: (provider: SignInProvider) => void;
}) {
  const { providers, label, loading, onChoose } = props;
  if (providers.length === 0) {
    return null;
  }
  return (
    <>
      <Divider label={label} styles={{ label: { color: "var(--mantine-color-dimmed)" } }} />
      <SimpleGrid cols={Math.min(providers.length, 2)} spacing={10}>
        {providers.map((provider) => {
          const Icon = icons[provider];
          return (
            <Button
              key={provider}
              variant="default"
              leftSection={<Icon size={18} aria-hidden />}
              loading={loading === provider}
              onClick={() => onChoose(provider)}
            >
              {providerNames[provider]}
            </Button>
          );
        })}
      </SimpleGrid>
    </>
  );
}
