"use client";
import { createContext, type ReactNode, useContext } from "react";

export type Addresses = { apiUrl: string; panelUrl: string };

const AddressesContext = createContext<Addresses | undefined>(undefined);

export function AddressesProvider({ value, children }: { value: Addresses; children: ReactNode }) {
  return <AddressesContext value={value}>{children}</AddressesContext>;
}

/** The URLs of API and panel, as configured when the page was rendered. */
export function useAddresses(): Addresses {
  const addresses = useContext(AddressesContext);
  if (!addresses) {
    throw new Error("useAddresses needs an AddressesProvider above it");
  }
  return addresses;
}
