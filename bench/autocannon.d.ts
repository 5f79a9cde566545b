declare module "autocannon" {
  type Result = {
    "2xx": number;
    non2xx: number;
    errors: number;
    timeouts: number;
    mismatches: number;
    /** Seconds. */
    duration: number;
  };
  type Instance = Promise<Result> & {
    on(
      event: "response",
      listener: (client: unknown, statusCode: number, byteCount: number, responseTimeMs: number) => void,
    ): Instance;
  };
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    method?: "GET" | "POST";
    body?: string;
    requests?: { setupRequest(request: object): object }[];
  }): Instance;
}
