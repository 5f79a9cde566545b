import { foundLayout } from "@/app/_parts/found-layout.tsx";

export default foundLayout("zones");
