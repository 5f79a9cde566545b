import { IconBrandGithub, IconBrandGoogle } from "@tabler/icons-react";
import type { SignInProvider } from "@zonepost/schema";
import { PlainButton } from "@/ui/plain/button.tsx";
import { PlainColumns } from "@/ui/plain/layout.tsx";

const looks = {
  google: { name: "Google", Icon: IconBrandGoogle },
  github: { name: "GitHub", Icon: IconBrandGithub },
} as const satisfies Record<SignInProvider, unknown>;

export function ProviderButtons(props: {
  providers: readonly SignInProvider[];
  pending: SignInProvider | undefined;
  onChoose: (provider: SignInProvider) => void;
}) {
  return (
    <PlainColumns>
      {props.providers.map((provider) => {
        const { name, Icon } = looks[provider];
        return (
          <PlainButton
            key={provider}
            look="default"
            icon={<Icon size={18} aria-hidden />}
            loading={props.pending === provider}
            onClick={() => props.onChoose(provider)}
          >
            {name}
          </PlainButton>
        );
      })}
    </PlainColumns>
  );
}
