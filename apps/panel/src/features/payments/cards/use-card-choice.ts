"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useNow } from "@/ui/clock.tsx";
import { type CardChoice, preselectedCard } from "./card-wish.ts";

/** The cards to choose from, and the choice: the default card, until a person makes another one. */
export function useCardChoice() {
  const trpc = useTRPC();
  const now = useNow();
  const read = useRight("payments:read");
  const query = useQuery({ ...trpc.payments.methods.list.queryOptions(), enabled: read.has });
  const [chosen, setChosen] = useState<CardChoice>();
  const cards = read.has ? query.data : undefined;
  const isLoading = read.has && query.isLoading;
  return { cards, isLoading, choice: chosen ?? preselectedCard(cards, now), choose: setChosen };
}
