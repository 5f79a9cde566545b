"use client";
import { type Contact, domainContactsInput, registrationInput, type TldOffer } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { z } from "zod";
import { mostUsedContact } from "@/features/contacts/contact-line.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useCharge } from "@/features/payments/cards/use-charge.ts";
import { nameserverLines, withLine } from "@/features/purchase/nameserver-lines.ts";
import { usePreview } from "@/features/purchase/use-preview.ts";
import { withContacts } from "@/features/purchase/with-contacts.ts";
import { domainPath, orderedPath, orderOnlyPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { useForm } from "@/ui/form/use-form.ts";

const { shape } = registrationInput;
const schema = z
  .object({
    years: shape.years,
    ...domainContactsInput.shape,
    nameservers: nameserverLines,
    autoRenew: shape.autoRenew,
    whoisPrivacy: shape.whoisPrivacy,
    locked: shape.locked,
  })
  .transform(withContacts);
type Wanted = z.output<typeof schema> & { name: string };

/** The state of a registration form: its fields, the preview, and the submit. */
export function useRegistration(given: {
  name: string;
  contacts: Contact[];
  /** The workspace's nameservers, already in the field. */
  defaultNameservers: readonly string[];
  offer: TldOffer | undefined;
}) {
  const { name, contacts, defaultNameservers, offer } = given;
  const router = useRouter();
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const form = useForm({
    initial: {
      years: "1",
      registrantId: mostUsedContact(contacts)?.id ?? "",
      adminId: "",
      techId: "",
      nameservers: defaultNameservers.join("\n"),
      autoRenew: true,
      whoisPrivacy: true,
      locked: true,
    },
    schema,
    toInput: ({ years, adminId, techId, whoisPrivacy, ...others }) => ({
      ...others,
      years: Number(years),
      adminId: adminId || undefined,
      techId: techId || undefined,
      whoisPrivacy: whoisPrivacy && offer?.whoisPrivacy !== false,
    }),
  });
  const wanted: Wanted | undefined = form.parsed && { name, ...form.parsed };
  const { query, preview, isFresh } = usePreview("registration", wanted, (input) =>
    client.domains.previewRegistration.mutate(input),
  );
  const charge = useCharge();
  const register = useSubmit({
    mutationFn: (input: Wanted & { expectedPriceCents?: number }) =>
      charge.pay(input.expectedPriceCents, { ...input, kind: "registration" }, () =>
        client.orders.registerDomain.mutate(input),
      ),
    form,
    onSuccess: async (ordered) => {
      const isDone = ordered.state === "succeeded" && orderOnlyPath(ordered) === undefined;
      router.push(isDone ? domainPath(name) : orderedPath(ordered));
      await refresh();
    },
    // The price or the name's state may have changed.
    onError: () => void query.refetch(),
  });
  const mayRegister = isFresh && preview?.wouldSucceed === true;
  const problemOfField = (field: string) => {
    const problem = isFresh
      ? preview?.problems.find(({ pointer }) => pointer?.split("/").includes(field))
      : undefined;
    return problem?.pointer
      ? withLine({ pointer: problem.pointer, message: problem.message }, form.values.nameservers)
      : undefined;
  };
  return {
    form,
    query,
    preview,
    isFresh,
    register,
    charge,
    mayRegister,
    errorOf: (field: keyof typeof form.values) => form.error(field) ?? problemOfField(field),
    onSubmit: form.submit((input) => {
      if (mayRegister) {
        register.mutate({ name, ...input, expectedPriceCents: preview.priceCents ?? undefined });
      }
    }),
  };
}
