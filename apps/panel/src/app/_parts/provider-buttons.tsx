"use client";
import { Button, SimpleGrid } from "@mantine/core";
import { IconBrandGithub, IconBrandGoogle } from "@tabler/icons-react";
import { signInProviders } from "@zonepost/schema";

type Provider = (typeof signInProviders)[number];

export const providerNames = { google: "Google", github: "GitHub" } as const satisfies Record<
  Provider,
  string
>;
const icons = { google: IconBrandGoogle, github: IconBrandGithub };

/** The accounts elsewhere that one can sign in with. */
export function ProviderButtons(props: {
  loading: Provider | undefined;
  onChoose: (provider: Provider) => void;
}) {
  const { loading, onChoose } = props;
  return (
    <SimpleGrid cols={2} spacing={10}>
      {signInProviders.map((provider) => {
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
  );
}
