"use client";
import { LazyMenu } from "@/ui/menu/lazy-menu.tsx";
import { PersonButton } from "./person-button.tsx";

const load = () => import("./open-person-menu.tsx").then(({ OpenPersonMenu }) => OpenPersonMenu);

export function PersonMenu({ name, email }: { name: string; email: string }) {
  return (
    <LazyMenu
      load={load}
      menu={{ name, email }}
      target={(target) => <PersonButton name={name} email={email} {...target} />}
    />
  );
}
