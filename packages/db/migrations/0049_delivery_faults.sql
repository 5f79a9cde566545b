CREATE TABLE "delivery_faults" (
	"hour" timestamp (3) with time zone NOT NULL,
	"fault" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "delivery_faults_hour_fault_pk" PRIMARY KEY("hour","fault")
);
