"use client";
import { type Contact, domainContactsInput, transferInInput } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { z } from "zod";
import { mostUsedContact } from "@/features/contacts/contact-line.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useCharge } from "@/features/payments/cards/use-charge.ts";
import { withContacts } from "@/features/purchase/with-contacts.ts";
import { orderedPath } from "@/lib/paths.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useForm } from "@/ui/form/use-form.ts";

const { shape } = transferInInput;
const schema = z
  .object({
    name: shape.name,
    authCode: shape.authCode,
    ...domainContactsInput.shape,
    autoRenew: shape.autoRenew,
    whoisPrivacy: shape.whoisPrivacy,
  })
  .transform(withContacts);
type Wanted = z.output<typeof schema>;

/**
 * Previews the transfer before it is requested. The auth code is only checked when the user submits it, and the price
 * is shown first. A change requires a new preview.
 */
export function useTransferIn(initialName: string, contacts: Contact[]) {
  const router = useRouter();
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const form = useForm({
    initial: {
      name: initialName,
      authCode: "",
      registrantId: mostUsedContact(contacts)?.id ?? "",
      adminId: "",
      techId: "",
      autoRenew: true,
      whoisPrivacy: true,
    },
    schema,
    toInput: ({ adminId, techId, ...others }) => ({
      ...others,
      adminId: adminId || undefined,
      techId: techId || undefined,
    }),
  });
  const check = useSubmit({
    isRepeatable: true,
    mutationFn: async (input: Wanted) => {
      const preview = await client.domains.previewTransferIn.mutate(input);
      return { preview, of: JSON.stringify(input) };
    },
    form,
    onSuccess: ({ preview }) => {
      form.showServerErrors(
        preview.problems.flatMap(({ pointer, message }) => (pointer ? [{ pointer, message }] : [])),
      );
    },
  });
  const charge = useCharge();
  const transfer = useSubmit({
    mutationFn: (input: Wanted & { expectedPriceCents?: number }) =>
      charge.pay(input.expectedPriceCents, { ...input, kind: "transfer_in" }, () =>
        client.orders.transferDomainIn.mutate(input),
      ),
    form,
    onSuccess: async (ordered) => {
      router.push(orderedPath(ordered));
      await refresh();
    },
    // The displayed preview is outdated, unless only the payment is missing.
    onError: (error) => {
      if (problemOf(error).status !== 402) {
        check.reset();
      }
    },
  });
  const preview =
    check.data !== undefined && check.data.of === JSON.stringify(form.parsed ?? null)
      ? check.data.preview
      : undefined;
  return {
    form,
    check,
    transfer,
    charge,
    /** Only while it matches the current form. */
    preview,
    onSubmit: form.submit((input) => {
      if (check.isPending || transfer.isPending) {
        return;
      }
      if (preview?.wouldSucceed) {
        transfer.mutate({ ...input, expectedPriceCents: preview.priceCents ?? undefined });
      } else {
        transfer.reset();
        check.mutate(input);
      }
    }),
  };
}
