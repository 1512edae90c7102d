CREATE TABLE "sluice_migrations" ("id" SERIAL NOT NULL, "timestamp" bigint NOT NULL, "name" character varying NOT NULL, CONSTRAINT "PK_a9ba5f603b6ed8b623e8ee37161" PRIMARY KEY ("id"));

CREATE TABLE "order_tokens" ("id" SERIAL NOT NULL, "input_token" text COLLATE "C" NOT NULL, "output_token" text COLLATE "C" NOT NULL, "condition_token" text COLLATE "C" NOT NULL, CONSTRAINT "order_tokens_once" UNIQUE ("input_token", "output_token", "condition_token"), CONSTRAINT "PK_08136ba03bad8b4f336d94cf7dd" PRIMARY KEY ("id"));

CREATE TABLE "orders" ("uuid" text COLLATE "C" NOT NULL, "handle" text COLLATE "C" NOT NULL, "owner" text COLLATE "C" NOT NULL, "input_token" text COLLATE "C" NOT NULL, "output_token" text COLLATE "C" NOT NULL, "amount_in" text COLLATE "C" NOT NULL, "status" text COLLATE "C" NOT NULL, "status_rank" integer NOT NULL, "created_at" text COLLATE "C" NOT NULL, "version" integer NOT NULL, "txid" text COLLATE "C", "client_order_id" text COLLATE "C", "strategy_id" text COLLATE "C", "plan_run" text COLLATE "C", "executed_in" text COLLATE "C", "executed_out" text COLLATE "C", "terms" text COLLATE "C" NOT NULL, "bytes" integer NOT NULL, "progress" text COLLATE "C" NOT NULL, "tokens_id" integer NOT NULL, CONSTRAINT "UQ_41cfe2f7f8ea2c7f7da34e4324a" UNIQUE ("handle"), CONSTRAINT "PK_04a64e7c04376e27182f8c0fa17" PRIMARY KEY ("uuid"));

CREATE INDEX "orders_by_creation" ON "orders"  ("created_at", "handle");

CREATE INDEX "orders_by_owner" ON "orders"  ("owner", "created_at", "handle");

CREATE INDEX "orders_by_status" ON "orders"  ("status_rank", "created_at", "handle");

CREATE INDEX "orders_by_owner_status" ON "orders"  ("owner", "status_rank", "created_at", "handle", "bytes");

CREATE INDEX "orders_by_client_order_id" ON "orders"  ("owner", "client_order_id") WHERE client_order_id IS NOT NULL;

CREATE INDEX "orders_by_plan" ON "orders"  ("owner", "strategy_id", "created_at", "handle", "status_rank", "tokens_id", "plan_run", "amount_in", "executed_in", "executed_out") WHERE strategy_id IS NOT NULL;

CREATE INDEX "orders_by_strategy_creation" ON "orders"  ("strategy_id", "created_at", "handle") WHERE strategy_id IS NOT NULL;

CREATE TABLE "order_events" ("position" BIGSERIAL NOT NULL, "order_uuid" text COLLATE "C" NOT NULL, "seq" integer NOT NULL, "type" text COLLATE "C" NOT NULL, "at" text COLLATE "C" NOT NULL, "facts" text COLLATE "C" NOT NULL, CONSTRAINT "order_events_once" UNIQUE ("order_uuid", "seq"), CONSTRAINT "PK_bc564416e3f39887198449aaae5" PRIMARY KEY ("position"));

CREATE INDEX "order_events_by_end" ON "order_events"  ("at", "order_uuid") WHERE type IN ('cancelled', 'failed');

CREATE TABLE "owner_days" ("owner" text COLLATE "C" NOT NULL, "day" text COLLATE "C" NOT NULL, "orders" bigint NOT NULL, "bytes" bigint NOT NULL, CONSTRAINT "PK_0d75487af251f610c966c8d7d20" PRIMARY KEY ("owner", "day"));

CREATE INDEX "owner_days_by_day" ON "owner_days"  ("day");

CREATE TABLE "swaps" ("txid" text COLLATE "C" NOT NULL, "purpose" text COLLATE "C" NOT NULL DEFAULT 'swap', "replaces" text COLLATE "C", "order_uuid" text COLLATE "C" NOT NULL, "owner" text COLLATE "C", "sender" text COLLATE "C" NOT NULL, "nonce" text COLLATE "C" NOT NULL, "fee_ustx" text COLLATE "C" NOT NULL, "raw" text COLLATE "C" NOT NULL, "quote" text COLLATE "C" NOT NULL, "worth_usd" double precision, "stored_at" text COLLATE "C" NOT NULL, "state" text COLLATE "C" NOT NULL, "block" text COLLATE "C", CONSTRAINT "PK_5f8982de5dbc9538aa613ba5097" PRIMARY KEY ("txid"));

CREATE INDEX "swaps_by_order" ON "swaps"  ("order_uuid", "stored_at", "txid");

CREATE INDEX "swaps_by_nonce" ON "swaps"  ("sender", "nonce");

CREATE INDEX "swaps_by_storing" ON "swaps"  ("stored_at", "state", "fee_ustx", "worth_usd", "txid", "replaces");

CREATE INDEX "swaps_holding_nonce" ON "swaps"  ("sender", "nonce") WHERE state IN ('stored', 'accepted', 'included');

CREATE INDEX "swaps_of_owner" ON "swaps"  ("owner", "stored_at", "txid") WHERE state IN ('stored', 'accepted', 'included');

CREATE TABLE "api_keys" ("id" text COLLATE "C" NOT NULL, "owner" text COLLATE "C" NOT NULL, "name" text COLLATE "C" NOT NULL, "hash" text COLLATE "C" NOT NULL, "preview" text COLLATE "C" NOT NULL, "permissions" text COLLATE "C" NOT NULL, "limits" text COLLATE "C", "created_at" text COLLATE "C" NOT NULL, "expires_at" text COLLATE "C", "revoked_at" text COLLATE "C", CONSTRAINT "PK_5c8a79801b44bd27b79228e1dad" PRIMARY KEY ("id"));

CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys"  ("hash");

CREATE INDEX "api_keys_by_owner" ON "api_keys"  ("owner", "created_at", "id");

CREATE INDEX "api_keys_unrevoked" ON "api_keys"  ("owner", "name") WHERE revoked_at IS NULL;

CREATE TABLE "api_key_usage" ("key_id" text COLLATE "C" NOT NULL, "total_requests" bigint NOT NULL, "successful_requests" bigint NOT NULL, "failed_requests" bigint NOT NULL, "creation_count" bigint NOT NULL, "execution_count" bigint NOT NULL, "cancellation_count" bigint NOT NULL, "last_used_at" text COLLATE "C" NOT NULL, CONSTRAINT "PK_edbec5b61956b9b2efd6a68a8e0" PRIMARY KEY ("key_id"));

CREATE TABLE "api_key_requests" ("key_id" text COLLATE "C" NOT NULL, "seq" bigint NOT NULL, "at" text COLLATE "C" NOT NULL, "method" text COLLATE "C" NOT NULL, "endpoint" text COLLATE "C" NOT NULL, "status_code" integer NOT NULL, "success" integer NOT NULL, "error_message" text COLLATE "C", "response_time_ms" integer NOT NULL, CONSTRAINT "PK_d20f1a814ea12e7d99d32e35343" PRIMARY KEY ("key_id", "seq"));

CREATE TABLE "api_key_spending" ("key_id" text COLLATE "C" NOT NULL, "day" text COLLATE "C" NOT NULL, "order_uuid" text COLLATE "C" NOT NULL, "token" text COLLATE "C" NOT NULL, "amount" text COLLATE "C" NOT NULL, "attempts" integer NOT NULL, CONSTRAINT "PK_5b7325b018d100c6a3ebcfe73f3" PRIMARY KEY ("key_id", "day", "order_uuid"));

CREATE INDEX "api_key_spending_by_day" ON "api_key_spending"  ("day");

CREATE TABLE "rate_windows" ("key_id" text COLLATE "C" NOT NULL, "starts_at" text COLLATE "C" NOT NULL, "requests" bigint NOT NULL, CONSTRAINT "PK_7fbf5e9f962bdb3103570f47d21" PRIMARY KEY ("key_id", "starts_at"));

CREATE INDEX "rate_windows_by_start" ON "rate_windows"  ("starts_at");

CREATE TABLE "signed_messages" ("hash" text COLLATE "C" NOT NULL, "expires_at" text COLLATE "C" NOT NULL, CONSTRAINT "PK_5499014d2533cb4ae7259efa31b" PRIMARY KEY ("hash"));

CREATE INDEX "signed_messages_by_expiry" ON "signed_messages"  ("expires_at");

CREATE TABLE "idempotency_keys" ("id" text COLLATE "C" NOT NULL, "fingerprint" text COLLATE "C" NOT NULL, "state" text COLLATE "C" NOT NULL, "claimed_at" text COLLATE "C" NOT NULL, "expires_at" text COLLATE "C" NOT NULL, "answer" text COLLATE "C", CONSTRAINT "PK_8ad20779ad0411107a56e53d0f6" PRIMARY KEY ("id"));

CREATE INDEX "idempotency_keys_by_expiry" ON "idempotency_keys"  ("expires_at");

CREATE TABLE "token_metadata" ("contract_id" text COLLATE "C" NOT NULL, "record" text COLLATE "C", "saved_as" bigint NOT NULL, "expires_at" text COLLATE "C", CONSTRAINT "PK_99aff2289b116f2bb5af4493fc6" PRIMARY KEY ("contract_id"));

CREATE UNIQUE INDEX "token_metadata_by_save" ON "token_metadata"  ("saved_as");

CREATE INDEX "token_metadata_by_expiry" ON "token_metadata"  ("expires_at") WHERE expires_at IS NOT NULL;

CREATE TABLE "order_changes" ("status_rank" integer NOT NULL, "n" bigint NOT NULL, "owner" text COLLATE "C", "handle" text COLLATE "C");

CREATE TABLE "packed_handles" ("handles" text COLLATE "C" NOT NULL);

CREATE TABLE "order_owners" ("owner" text COLLATE "C" NOT NULL, CONSTRAINT "PK_09ea733e80c8c85cbab8da20a2d" PRIMARY KEY ("owner"));

CREATE TABLE "price_tokens" ("id" bigint NOT NULL, "contract_id" text COLLATE "C" NOT NULL, "updated_at" bigint, "usd" double precision, "sbtc" double precision, "liquidity_usd" double precision, "round_trip_loss" double precision, CONSTRAINT "UQ_3561887f26caece8494fb156794" UNIQUE ("contract_id"), CONSTRAINT "PK_4e638442cdf0f80f568d0569966" PRIMARY KEY ("id"));

CREATE TABLE "price_runs" ("at" bigint NOT NULL, "btc_usd" double precision NOT NULL, CONSTRAINT "PK_7b45c92c54e45176299f1bd1d2d" PRIMARY KEY ("at"));

CREATE TABLE "price_open_runs" ("at" bigint NOT NULL, "btc_usd" double precision NOT NULL, "prices" bytea NOT NULL, "unpriced" text COLLATE "C", CONSTRAINT "PK_7d1ae071265e29bca74c93a2b54" PRIMARY KEY ("at"));

CREATE TABLE "price_points" ("id" bigint NOT NULL, "half_day" bigint NOT NULL, "token" bigint NOT NULL, "usd" bytea NOT NULL, CONSTRAINT "PK_1a39faba3f66ffb72c8e3e28b6e" PRIMARY KEY ("id"));

CREATE TABLE "price_days" ("id" bigint NOT NULL, "token" bigint NOT NULL, "day" bigint NOT NULL, "usd_open" double precision NOT NULL, "usd_high" double precision NOT NULL, "usd_low" double precision NOT NULL, "usd_close" double precision NOT NULL, "sbtc_open" double precision NOT NULL, "sbtc_high" double precision NOT NULL, "sbtc_low" double precision NOT NULL, "sbtc_close" double precision NOT NULL, "points" bigint NOT NULL, "usd_candle" bytea, "sbtc_candle" bytea, CONSTRAINT "PK_b182e523660e388048d9c8cde9e" PRIMARY KEY ("id"));

CREATE INDEX "price_days_by_day" ON "price_days"  ("day");

CREATE TABLE "watched_pairs" ("id" SERIAL NOT NULL, "condition_token" text COLLATE "C" NOT NULL, "base_asset" text COLLATE "C" NOT NULL, CONSTRAINT "watched_pairs_by_tokens" UNIQUE ("condition_token", "base_asset"), CONSTRAINT "PK_9e276d0b55a64b4b11924b19898" PRIMARY KEY ("id"));

CREATE TABLE "watched_levels" ("watch" integer NOT NULL, "level" text COLLATE "C" NOT NULL, CONSTRAINT "PK_1bfc65a9118962c491289d427e5" PRIMARY KEY ("watch"));

CREATE TABLE "live_executors" ("claimant" text COLLATE "C" NOT NULL, "ends_at" text COLLATE "C" NOT NULL, CONSTRAINT "PK_5658f7172543d422dc89613d620" PRIMARY KEY ("claimant"));

CREATE TABLE "order_queue" ("uuid" text COLLATE "C" NOT NULL, "watch" integer, "level" text COLLATE "C", "state" integer NOT NULL, "due_at" text COLLATE "C" NOT NULL, "expires_at" text COLLATE "C" NOT NULL, "wake_at" text COLLATE "C", "claimant" text COLLATE "C", "attempts" integer NOT NULL DEFAULT 0, "reason" text COLLATE "C", CONSTRAINT "PK_f0e7fea2361169ff032ad3004a1" PRIMARY KEY ("uuid"));

CREATE INDEX "order_queue_by_level" ON "order_queue"  ("watch", "state", "level") WHERE watch IS NOT NULL;

CREATE INDEX "order_queue_by_waking" ON "order_queue"  ("wake_at") WHERE state = 1;

CREATE INDEX "order_queue_by_expiry" ON "order_queue"  ("expires_at", "uuid");

CREATE TABLE "sending_switch" ("name" text COLLATE "C" NOT NULL, "is_paused" integer NOT NULL, "set_at" text COLLATE "C" NOT NULL, "set_by" text COLLATE "C" NOT NULL, "reason" text COLLATE "C", CONSTRAINT "PK_003a3bfba4119b7e8d6270fa7fd" PRIMARY KEY ("name"));

CREATE TABLE "write_checks" ("name" text COLLATE "C" NOT NULL, "n" integer NOT NULL, CONSTRAINT "PK_2a28296c0e41bb3bb302d6963a4" PRIMARY KEY ("name"));

CREATE TABLE "webhooks" ("id" text COLLATE "C" NOT NULL, "owner" text COLLATE "C" NOT NULL, "url" text COLLATE "C" NOT NULL, "event_types" text COLLATE "C", "strategy_id" text COLLATE "C", "secret" text COLLATE "C" NOT NULL, "previous_secret" text COLLATE "C", "previous_until" text COLLATE "C", "created_at" text COLLATE "C" NOT NULL, "since" bigint NOT NULL, "failing_since" text COLLATE "C", "disabled_at" text COLLATE "C", "disabled_for" text COLLATE "C", CONSTRAINT "PK_9e8795cfc899ab7bdaa831e8527" PRIMARY KEY ("id"));

CREATE INDEX "webhooks_by_owner" ON "webhooks"  ("owner", "created_at", "id");

CREATE INDEX "webhooks_enabled" ON "webhooks"  ("since") WHERE disabled_at IS NULL;

CREATE TABLE "webhook_deliveries" ("id" text COLLATE "C" NOT NULL, "webhook_id" text COLLATE "C" NOT NULL, "host" text COLLATE "C" NOT NULL, "type" text COLLATE "C" NOT NULL, "order_uuid" text COLLATE "C" NOT NULL, "seq" integer NOT NULL, "position" bigint NOT NULL, "created_at" text COLLATE "C" NOT NULL, "state" text COLLATE "C" NOT NULL, "attempts" integer NOT NULL, "queued_at" text COLLATE "C" NOT NULL, "next_at" text COLLATE "C", "claimant" text COLLATE "C", "last_at" text COLLATE "C", "last_ms" integer, "last_status" integer, "last_failure" text COLLATE "C", "ended_at" text COLLATE "C", CONSTRAINT "PK_535dd409947fb6d8fc6dfc0112a" PRIMARY KEY ("id"));

CREATE INDEX "webhook_deliveries_by_creation" ON "webhook_deliveries"  ("webhook_id", "created_at", "id");

CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"  ("next_at", "id") WHERE next_at IS NOT NULL;

CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries"  ("webhook_id", "order_uuid", "position") WHERE state = 'waiting';

CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries"  ("webhook_id", "created_at", "id") WHERE state = 'dead';

CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries"  ("state", "ended_at") WHERE ended_at IS NOT NULL;

CREATE TABLE "webhook_cursor" ("name" text COLLATE "C" NOT NULL, "position" bigint NOT NULL, CONSTRAINT "PK_9c42b323534f74f66fb5d3054d1" PRIMARY KEY ("name"));

CREATE TABLE "operator_sessions" ("hash" text COLLATE "C" NOT NULL, "wallet" text COLLATE "C" NOT NULL, "expires_at" text COLLATE "C" NOT NULL, CONSTRAINT "PK_0b67c20fd75d7c83a94771fbc1a" PRIMARY KEY ("hash"));

CREATE INDEX "operator_sessions_by_expiry" ON "operator_sessions"  ("expires_at");

CREATE TABLE "database_home" ("name" text COLLATE "C" NOT NULL, "place" text COLLATE "C" NOT NULL, "written_by" text COLLATE "C" NOT NULL, "timeline" text COLLATE "C" NOT NULL, "seen_at" text COLLATE "C" NOT NULL, "displaced_as" text COLLATE "C", CONSTRAINT "PK_7f1252f6052ed93712f565ae722" PRIMARY KEY ("name"));

CREATE TABLE "token_uris" ("contract_id" text COLLATE "C" NOT NULL, "uri" text COLLATE "C", "facts" text COLLATE "C" NOT NULL, "failures" integer NOT NULL, "due_at" text COLLATE "C" NOT NULL, CONSTRAINT "PK_63a3006c9ce1ec54e09929a100f" PRIMARY KEY ("contract_id"));

CREATE TABLE "cancel_timers" ("scope" text COLLATE "C" NOT NULL, "owner" text COLLATE "C" NOT NULL, "key_id" text COLLATE "C", "seconds" integer, "since" text COLLATE "C", "fires_at" text COLLATE "C", "fired_at" text COLLATE "C", "is_ending" integer NOT NULL, CONSTRAINT "PK_50d247e3fcd3eb0f3fc2200d024" PRIMARY KEY ("scope"));

CREATE INDEX "cancel_timers_by_end" ON "cancel_timers"  ("fires_at") WHERE fires_at IS NOT NULL;

CREATE INDEX "cancel_timers_by_renewal" ON "cancel_timers"  ("since") WHERE since IS NOT NULL;

CREATE INDEX "cancel_timers_ending" ON "cancel_timers"  ("fired_at") WHERE is_ending = 1;

CREATE INDEX orders_by_tokens ON orders (tokens_id, status_rank, created_at, handle);

ALTER TABLE order_changes REPLICA IDENTITY FULL;

CREATE VIEW order_totals AS SELECT status_rank, n FROM order_changes;

CREATE VIEW known_owners AS SELECT owner FROM order_owners
    UNION ALL SELECT owner FROM order_changes WHERE owner IS NOT NULL;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX orders_by_txid ON orders USING gin (txid gin_trgm_ops) WHERE txid IS NOT NULL;

CREATE FUNCTION handles_with(term text, at_most bigint) RETURNS SETOF text LANGUAGE plpgsql STABLE ROWS 100
  SET parallel_setup_cost = 0 SET parallel_tuple_cost = 0 AS $$
  BEGIN
    RETURN QUERY SELECT found.handle FROM (
      SELECT each.handle FROM packed_handles, string_to_table(handles, ' ') AS each (handle)
        WHERE strpos(handles, term) > 0 AND strpos(each.handle, term) > 0
      UNION ALL SELECT changes.handle FROM order_changes AS changes WHERE strpos(changes.handle, term) > 0) AS found
      LIMIT at_most;
  END $$;

CREATE FUNCTION order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE folds boolean;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      folds := random() * 500 < (SELECT COUNT(*) FROM (SELECT status_rank, 1 AS n, owner, handle FROM added) AS changes);
      IF folds THEN
        folds := pg_try_advisory_xact_lock('order_changes'::regclass::oid::integer, 0);
      END IF;
      IF folds THEN
        WITH earlier AS (DELETE FROM order_changes RETURNING status_rank, n, owner, handle),
          folded AS (SELECT * FROM earlier UNION ALL SELECT status_rank, 1 AS n, owner, handle FROM added),
          owners AS (INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM folded WHERE owner IS NOT NULL
            ON CONFLICT DO NOTHING),
          packs AS (INSERT INTO packed_handles (handles) SELECT string_agg(handle, ' ')
            FROM (SELECT handle, row_number() OVER () / 20 AS pack FROM folded WHERE handle IS NOT NULL) AS new
            GROUP BY pack)
        INSERT INTO order_changes (status_rank, n) SELECT status_rank, SUM(n) FROM folded GROUP BY status_rank;
      ELSE
        INSERT INTO order_changes (status_rank, n, owner, handle) SELECT status_rank, 1 AS n, owner, handle FROM added;
      END IF;
    ELSIF TG_OP = 'UPDATE' THEN
      folds := random() * 500 < (SELECT COUNT(*) FROM (SELECT status_rank, SUM(n) AS n, NULL AS owner, NULL AS handle FROM (SELECT status_rank, 1 AS n FROM added UNION ALL SELECT status_rank, -1 AS n FROM removed) AS changed
    GROUP BY status_rank HAVING SUM(n) <> 0) AS changes);
      IF folds THEN
        folds := pg_try_advisory_xact_lock('order_changes'::regclass::oid::integer, 0);
      END IF;
      IF folds THEN
        WITH earlier AS (DELETE FROM order_changes RETURNING status_rank, n, owner, handle),
          folded AS (SELECT * FROM earlier UNION ALL SELECT status_rank, SUM(n) AS n, NULL AS owner, NULL AS handle FROM (SELECT status_rank, 1 AS n FROM added UNION ALL SELECT status_rank, -1 AS n FROM removed) AS changed
    GROUP BY status_rank HAVING SUM(n) <> 0),
          owners AS (INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM folded WHERE owner IS NOT NULL
            ON CONFLICT DO NOTHING),
          packs AS (INSERT INTO packed_handles (handles) SELECT string_agg(handle, ' ')
            FROM (SELECT handle, row_number() OVER () / 20 AS pack FROM folded WHERE handle IS NOT NULL) AS new
            GROUP BY pack)
        INSERT INTO order_changes (status_rank, n) SELECT status_rank, SUM(n) FROM folded GROUP BY status_rank;
      ELSE
        INSERT INTO order_changes (status_rank, n, owner, handle) SELECT status_rank, SUM(n) AS n, NULL AS owner, NULL AS handle FROM (SELECT status_rank, 1 AS n FROM added UNION ALL SELECT status_rank, -1 AS n FROM removed) AS changed
    GROUP BY status_rank HAVING SUM(n) <> 0;
      END IF;
    ELSE
      folds := random() * 500 < (SELECT COUNT(*) FROM (SELECT status_rank, SUM(n) AS n, NULL AS owner, NULL AS handle FROM (SELECT status_rank, -1 AS n FROM removed) AS removed GROUP BY status_rank) AS changes);
      IF folds THEN
        folds := pg_try_advisory_xact_lock('order_changes'::regclass::oid::integer, 0);
      END IF;
      IF folds THEN
        WITH earlier AS (DELETE FROM order_changes RETURNING status_rank, n, owner, handle),
          folded AS (SELECT * FROM earlier UNION ALL SELECT status_rank, SUM(n) AS n, NULL AS owner, NULL AS handle FROM (SELECT status_rank, -1 AS n FROM removed) AS removed GROUP BY status_rank),
          owners AS (INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM folded WHERE owner IS NOT NULL
            ON CONFLICT DO NOTHING),
          packs AS (INSERT INTO packed_handles (handles) SELECT string_agg(handle, ' ')
            FROM (SELECT handle, row_number() OVER () / 20 AS pack FROM folded WHERE handle IS NOT NULL) AS new
            GROUP BY pack)
        INSERT INTO order_changes (status_rank, n) SELECT status_rank, SUM(n) FROM folded GROUP BY status_rank;
      ELSE
        INSERT INTO order_changes (status_rank, n, owner, handle) SELECT status_rank, SUM(n) AS n, NULL AS owner, NULL AS handle FROM (SELECT status_rank, -1 AS n FROM removed) AS removed GROUP BY status_rank;
      END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE TRIGGER order_INSERT AFTER INSERT ON orders
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION order_changed();

CREATE TRIGGER order_UPDATE AFTER UPDATE ON orders
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION order_changed();

CREATE TRIGGER order_DELETE AFTER DELETE ON orders
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION order_changed();

ALTER TABLE price_points ALTER COLUMN usd SET STORAGE PLAIN;

CREATE TABLE "trail_groups" ("id" SERIAL NOT NULL, "name" text COLLATE "C" NOT NULL, CONSTRAINT "UQ_d8246ac3ba7a588cb06f6a0c38c" UNIQUE ("name"), CONSTRAINT "PK_d13c8e6c1fb4e35196cfdf4da2d" PRIMARY KEY ("id"));

CREATE TABLE "trail_marks" ("trail_group" integer NOT NULL, "at" integer NOT NULL, "level" text COLLATE "C" NOT NULL, CONSTRAINT "PK_3b489e8cc70edcbd657465dace1" PRIMARY KEY ("trail_group", "at"));

CREATE TABLE "order_trails" ("uuid" text COLLATE "C" NOT NULL, "trail_group" integer NOT NULL, "since" integer NOT NULL, "trail" text COLLATE "C" NOT NULL, "activation" text COLLATE "C" NOT NULL, CONSTRAINT "PK_9cd3f14f1c22dcf1a26ce158481" PRIMARY KEY ("uuid"));

CREATE INDEX "order_trails_by_trail" ON "order_trails"  ("trail_group", "trail");

CREATE TABLE "alerts" ("id" text COLLATE "C" NOT NULL, "owner" text COLLATE "C" NOT NULL, "condition" text COLLATE "C" NOT NULL, "note" text COLLATE "C", "created_at" text COLLATE "C" NOT NULL, "state" text COLLATE "C" NOT NULL, "watch" text COLLATE "C" NOT NULL, "level" text COLLATE "C" NOT NULL, "fired_at" text COLLATE "C", "fired_value" text COLLATE "C", CONSTRAINT "PK_60f895662df096bfcdfab7f4b96" PRIMARY KEY ("id"));

CREATE INDEX "alerts_by_owner" ON "alerts"  ("owner", "created_at", "id");

CREATE INDEX "alerts_waiting" ON "alerts"  ("watch", "state", "level") WHERE state <> 'fired';

CREATE INDEX "alerts_by_firing" ON "alerts"  ("fired_at") WHERE fired_at IS NOT NULL;

ALTER TABLE webhook_deliveries ADD COLUMN alert text;

INSERT INTO sluice_migrations (id, timestamp, name) VALUES (1, '1792000000000', 'Release010At1792000000000');

INSERT INTO sluice_migrations (id, timestamp, name) VALUES (2, '1793000000000', 'Expand020Trails1793000000000');

INSERT INTO sluice_migrations (id, timestamp, name) VALUES (3, '1793100000000', 'Expand020Alerts1793100000000');

SELECT setval('sluice_migrations_id_seq', 3);

INSERT INTO order_tokens (id, input_token, output_token, condition_token) VALUES (1, 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token');

INSERT INTO order_tokens (id, input_token, output_token, condition_token) VALUES (2, 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '*');

INSERT INTO order_tokens (id, input_token, output_token, condition_token) VALUES (3, 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '');

SELECT setval('order_tokens_id_seq', 3);

INSERT INTO orders (uuid, handle, owner, input_token, output_token, amount_in, status, status_rank, created_at, version, txid, client_order_id, strategy_id, plan_run, executed_in, executed_out, terms, bytes, progress, tokens_id) VALUES ('00000000-0000-4000-8000-000000000001', 'a0a0a0a0-0000-4000-8000-000000000001', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '000000000000000000000000000000001000000', 'open', 0, '2026-11-20T12:00:00.000Z', 1, NULL, 'mine', NULL, NULL, NULL, NULL, '{"recipient":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","router":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x-multihop","signature":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","extra":{},"strategy":{},"trigger":{"conditionToken":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token","targetPrice":"7","direction":"lt","baseAsset":"USD"}}', 2513, '{}', 1);

INSERT INTO orders (uuid, handle, owner, input_token, output_token, amount_in, status, status_rank, created_at, version, txid, client_order_id, strategy_id, plan_run, executed_in, executed_out, terms, bytes, progress, tokens_id) VALUES ('00000000-0000-4000-8000-000000000002', 'a0a0a0a0-0000-4000-8000-000000000002', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '000000000000000000000000000000001000000', 'open', 0, '2026-11-20T12:00:00.000Z', 1, NULL, NULL, NULL, NULL, NULL, NULL, '{"recipient":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","router":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x-multihop","signature":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","extra":{},"validFrom":"2026-11-20T12:00:05.000Z","validTo":"2026-11-20T12:00:09.000Z","strategy":{},"trigger":{"conditionToken":"*","targetPrice":"0","direction":"gt","baseAsset":"USD"}}', 2513, '{}', 2);

INSERT INTO orders (uuid, handle, owner, input_token, output_token, amount_in, status, status_rank, created_at, version, txid, client_order_id, strategy_id, plan_run, executed_in, executed_out, terms, bytes, progress, tokens_id) VALUES ('00000000-0000-4000-8000-000000000003', 'a0a0a0a0-0000-4000-8000-000000000003', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '000000000000000000000000000000001000000', 'open', 0, '2026-11-20T12:00:00.000Z', 1, NULL, NULL, 'ladder', ' ', NULL, NULL, '{"recipient":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","router":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x-multihop","signature":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","extra":{},"metadata":{"a":"ü \""},"strategy":{"strategyType":"dca"}}', 2566, '{}', 3);

INSERT INTO orders (uuid, handle, owner, input_token, output_token, amount_in, status, status_rank, created_at, version, txid, client_order_id, strategy_id, plan_run, executed_in, executed_out, terms, bytes, progress, tokens_id) VALUES ('00000000-0000-4000-8000-000000000004', 'a0a0a0a0-0000-4000-8000-000000000004', 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '000000000000000000000000000000001000000', 'broadcasted', 1, '2026-11-20T12:00:00.000Z', 1, '0000000000000000000000000000000000000000000000000000000000000004', NULL, NULL, NULL, NULL, NULL, '{"recipient":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","router":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x-multihop","signature":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","extra":{},"strategy":{}}', 2513, '{"broadcastedAt":"2026-11-20T12:00:01.000Z","quote":{"amountIn":"1000000","amountOut":"2000000","quotedAt":"2026-11-20T12:00:00.000Z","slippage":0.01,"path":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet","ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token"],"vaults":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-charisma-pool"]}}', 3);

INSERT INTO orders (uuid, handle, owner, input_token, output_token, amount_in, status, status_rank, created_at, version, txid, client_order_id, strategy_id, plan_run, executed_in, executed_out, terms, bytes, progress, tokens_id) VALUES ('00000000-0000-4000-8000-000000000005', 'a0a0a0a0-0000-4000-8000-000000000005', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '000000000000000000000000000000001000000', 'confirmed', 2, '2026-11-20T12:00:00.000Z', 1, '0000000000000000000000000000000000000000000000000000000000000005', NULL, NULL, NULL, '000000000000000000000000000000001000000', '000000000000000000000000000000001999000', '{"recipient":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","router":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x-multihop","signature":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","extra":{},"strategy":{}}', 2513, '{"broadcastedAt":"2026-11-20T12:00:01.000Z","quote":{"amountIn":"1000000","amountOut":"2000000","quotedAt":"2026-11-20T12:00:00.000Z","slippage":0.01,"path":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet","ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token"],"vaults":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-charisma-pool"]},"blockHeight":7,"blockTime":1795000000,"confirmedAt":"2026-11-20T12:00:02.000Z","feeUstx":"3000"}', 3);

INSERT INTO orders (uuid, handle, owner, input_token, output_token, amount_in, status, status_rank, created_at, version, txid, client_order_id, strategy_id, plan_run, executed_in, executed_out, terms, bytes, progress, tokens_id) VALUES ('00000000-0000-4000-8000-000000000006', 'a0a0a0a0-0000-4000-8000-000000000006', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '000000000000000000000000000000001000000', 'failed', 3, '2026-11-20T12:00:00.000Z', 1, '0000000000000000000000000000000000000000000000000000000000000006', NULL, NULL, NULL, NULL, NULL, '{"recipient":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","router":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x-multihop","signature":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","extra":{},"strategy":{}}', 2513, '{"broadcastedAt":"2026-11-20T12:00:01.000Z","quote":{"amountIn":"1000000","amountOut":"2000000","quotedAt":"2026-11-20T12:00:00.000Z","slippage":0.01,"path":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet","ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token"],"vaults":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-charisma-pool"]},"blockHeight":7,"blockTime":1795000000,"failedAt":"2026-11-20T12:00:02.000Z","failureReason":"abort_by_post_condition","feeUstx":"3000"}', 3);

INSERT INTO orders (uuid, handle, owner, input_token, output_token, amount_in, status, status_rank, created_at, version, txid, client_order_id, strategy_id, plan_run, executed_in, executed_out, terms, bytes, progress, tokens_id) VALUES ('00000000-0000-4000-8000-000000000007', 'a0a0a0a0-0000-4000-8000-000000000007', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', '000000000000000000000000000000001000000', 'cancelled', 4, '2026-11-20T12:00:00.000Z', 1, NULL, NULL, NULL, NULL, NULL, NULL, '{"recipient":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","router":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.x-multihop","signature":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","extra":{},"strategy":{}}', 2513, '{"cancelledAt":"2026-11-20T12:00:02.000Z","cancelReason":"owner"}', 3);

INSERT INTO order_events (position, order_uuid, seq, type, at, facts) VALUES ('1', '00000000-0000-4000-8000-000000000001', 1, 'created', '2026-11-20T12:00:00.000Z', '{"n":1}');

INSERT INTO order_events (position, order_uuid, seq, type, at, facts) VALUES ('2', '00000000-0000-4000-8000-000000000002', 1, 'created', '2026-11-20T12:00:00.000Z', '{"n":1}');

INSERT INTO order_events (position, order_uuid, seq, type, at, facts) VALUES ('3', '00000000-0000-4000-8000-000000000003', 1, 'created', '2026-11-20T12:00:00.000Z', '{"n":1}');

INSERT INTO order_events (position, order_uuid, seq, type, at, facts) VALUES ('4', '00000000-0000-4000-8000-000000000004', 1, 'created', '2026-11-20T12:00:00.000Z', '{"n":1}');

INSERT INTO order_events (position, order_uuid, seq, type, at, facts) VALUES ('5', '00000000-0000-4000-8000-000000000005', 1, 'created', '2026-11-20T12:00:00.000Z', '{"n":1}');

INSERT INTO order_events (position, order_uuid, seq, type, at, facts) VALUES ('6', '00000000-0000-4000-8000-000000000006', 1, 'created', '2026-11-20T12:00:00.000Z', '{"n":1}');

INSERT INTO order_events (position, order_uuid, seq, type, at, facts) VALUES ('7', '00000000-0000-4000-8000-000000000007', 1, 'created', '2026-11-20T12:00:00.000Z', '{"n":1}');

SELECT setval('order_events_position_seq', 7);

INSERT INTO swaps (txid, purpose, replaces, order_uuid, owner, sender, nonce, fee_ustx, raw, quote, worth_usd, stored_at, state, block) VALUES ('0000000000000000000000000000000000000000000000000000000000000004', 'swap', NULL, '00000000-0000-4000-8000-000000000004', 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG', 'ST2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND', '000000000000000000000000000000000000001', '000000000000000000000000000000000003000', '80800000', '{"amountIn":"1000000","amountOut":"2000000","quotedAt":"2026-11-20T12:00:00.000Z","slippage":0.01,"path":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet","ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token"],"vaults":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-charisma-pool"]}', NULL, '2026-11-20T12:00:00.000Z', 'stored', NULL);

INSERT INTO swaps (txid, purpose, replaces, order_uuid, owner, sender, nonce, fee_ustx, raw, quote, worth_usd, stored_at, state, block) VALUES ('0000000000000000000000000000000000000000000000000000000000000005', 'swap', '0000000000000000000000000000000000000000000000000000000000000009', '00000000-0000-4000-8000-000000000005', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND', '000000000000000000000000000000000000002', '000000000000000000000000000000000003000', '80800000', '{"amountIn":"1000000","amountOut":"2000000","quotedAt":"2026-11-20T12:00:00.000Z","slippage":0.01,"path":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-subnet","ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token"],"vaults":["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.welsh-charisma-pool"]}', NULL, '2026-11-20T12:00:00.000Z', 'stored', NULL);

INSERT INTO api_keys (id, owner, name, hash, preview, permissions, limits, created_at, expires_at, revoked_at) VALUES ('00000000000000000000000000000001', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'key 1', '0000000000000000000000000000000000000000000000000000000000000001', 'ck_live_…0001', '["execute"]', NULL, '2026-11-20T12:00:00.000Z', NULL, NULL);

INSERT INTO api_keys (id, owner, name, hash, preview, permissions, limits, created_at, expires_at, revoked_at) VALUES ('00000000000000000000000000000002', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'limited', '0000000000000000000000000000000000000000000000000000000000000002', 'ck_live_…0001', '["read","webhooks"]', '{"plans":["ladder"],"addresses":["203.0.113.0/24"]}', '2026-11-20T12:00:00.000Z', NULL, '2026-11-20T12:00:00.007Z');

INSERT INTO api_key_usage (key_id, total_requests, successful_requests, failed_requests, creation_count, execution_count, cancellation_count, last_used_at) VALUES ('00000000000000000000000000000001', '1', '1', '0', '0', '1', '0', '2026-11-20T12:00:00.005Z');

INSERT INTO api_key_requests (key_id, seq, at, method, endpoint, status_code, success, error_message, response_time_ms) VALUES ('00000000000000000000000000000001', '1', '2026-11-20T12:00:00.005Z', 'POST', '/swap/api/v1/orders/x/execute', 200, 1, NULL, 5);

INSERT INTO api_key_spending (key_id, day, order_uuid, token, amount, attempts) VALUES ('00000000000000000000000000000002', '2026-11-20T00:00:00.000Z', '00000000-0000-4000-8000-000000000001', '.stx', '5', 1);

INSERT INTO rate_windows (key_id, starts_at, requests) VALUES ('00000000000000000000000000000001', '2026-11-20T12:00:00.000Z', '3');

INSERT INTO signed_messages (hash, expires_at) VALUES ('cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '2026-11-20T12:01:00.000Z');

INSERT INTO idempotency_keys (id, fingerprint, state, claimed_at, expires_at, answer) VALUES ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '1111111111111111111111111111111111111111111111111111111111111111', 'claimed', '2026-11-20T12:00:00.000Z', '2026-11-21T12:00:00.000Z', NULL);

INSERT INTO token_metadata (contract_id, record, saved_as, expires_at) VALUES ('ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-0', '{"name":"Made up","decimals":6}', '1', NULL);

INSERT INTO token_metadata (contract_id, record, saved_as, expires_at) VALUES ('ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1', '{"name":"To come"}', '2', '2026-11-20T00:00:00.000Z');

INSERT INTO price_tokens (id, contract_id, updated_at, usd, sbtc, liquidity_usd, round_trip_loss) VALUES ('2', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1', '1795132200', 2, 0.00002, 2000, 1.25);

INSERT INTO price_tokens (id, contract_id, updated_at, usd, sbtc, liquidity_usd, round_trip_loss) VALUES ('1', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-0', '1795132800', 3, 0.00003, 3000, 1.25);

INSERT INTO price_runs (at, btc_usd) VALUES ('1795132200', 100000);

INSERT INTO price_runs (at, btc_usd) VALUES ('1795132800', 100000);

INSERT INTO price_runs (at, btc_usd) VALUES ('1795219200', 100000);

INSERT INTO price_open_runs (at, btc_usd, prices, unpriced) VALUES ('1795219200', 100000, '\x0100000000000000000012400fd6ff39cc97073f000000000094b140000000000000f43f', '[["ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1","no-route"]]');

INSERT INTO price_points (id, half_day, token, usd) VALUES ('43571478528', '41553', '0', '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000006af8400000000000000000');

INSERT INTO price_points (id, half_day, token, usd) VALUES ('43571478529', '41553', '1', '\x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000f03f0000000000000000');

INSERT INTO price_points (id, half_day, token, usd) VALUES ('43571478530', '41553', '2', '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000');

INSERT INTO price_points (id, half_day, token, usd) VALUES ('43572527104', '41554', '0', '\x00000000006af84000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');

INSERT INTO price_points (id, half_day, token, usd) VALUES ('43572527105', '41554', '1', '\x000000000000084000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');

INSERT INTO price_days (id, token, day, usd_open, usd_high, usd_low, usd_close, sbtc_open, sbtc_high, sbtc_low, sbtc_close, points, usd_candle, sbtc_candle) VALUES ('151848', '1', '20776', 1, 1, 1, 1, 0.00001, 0.00001, 0.00001, 0.00001, '1', '\x000000000000f03f000000000000f03f000000000000f03f000000000000f03f000000000000f03f', '\xf168e388b5f8e43ef168e388b5f8e43ef168e388b5f8e43ef168e388b5f8e43e000000000000f03f');

INSERT INTO price_days (id, token, day, usd_open, usd_high, usd_low, usd_close, sbtc_open, sbtc_high, sbtc_low, sbtc_close, points, usd_candle, sbtc_candle) VALUES ('282920', '2', '20776', 2, 2, 2, 2, 0.00002, 0.00002, 0.00002, 0.00002, '1', '\x0000000000000040000000000000004000000000000000400000000000000040000000000000f03f', '\xf168e388b5f8f43ef168e388b5f8f43ef168e388b5f8f43ef168e388b5f8f43e000000000000f03f');

INSERT INTO price_days (id, token, day, usd_open, usd_high, usd_low, usd_close, sbtc_open, sbtc_high, sbtc_low, sbtc_close, points, usd_candle, sbtc_candle) VALUES ('151849', '1', '20777', 3, 3, 3, 3, 0.00003, 0.00003, 0.00003, 0.00003, '1', '\x0000000000000840000000000000084000000000000008400000000000000840000000000000f03f', '\x691d554d1075ff3e691d554d1075ff3e691d554d1075ff3e691d554d1075ff3e000000000000f03f');

INSERT INTO watched_pairs (id, condition_token, base_asset) VALUES (1, 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.charisma-token', 'USD');

INSERT INTO watched_pairs (id, condition_token, base_asset) VALUES (2, '*', 'USD');

SELECT setval('watched_pairs_id_seq', 2);

INSERT INTO watched_levels (watch, level) VALUES (3, '999999999999999999999999999999999999992999999999999999999');

INSERT INTO watched_levels (watch, level) VALUES (4, '000000000000000000000000000000000000000000000000000000000');

INSERT INTO order_queue (uuid, watch, level, state, due_at, expires_at, wake_at, claimant, attempts, reason) VALUES ('00000000-0000-4000-8000-000000000001', 3, '999999999999999999999999999999999999992999999999999999999', 0, '2026-11-20T12:00:00.000Z', '2027-02-18T12:00:00.000Z', NULL, NULL, 0, NULL);

INSERT INTO order_queue (uuid, watch, level, state, due_at, expires_at, wake_at, claimant, attempts, reason) VALUES ('00000000-0000-4000-8000-000000000002', 4, '000000000000000000000000000000000000000000000000000000000', 1, '2026-11-20T12:00:05.000Z', '2026-11-20T12:00:09.000Z', '2026-11-20T12:00:05.000Z', NULL, 0, NULL);

INSERT INTO order_queue (uuid, watch, level, state, due_at, expires_at, wake_at, claimant, attempts, reason) VALUES ('00000000-0000-4000-8000-000000000003', NULL, NULL, 0, '2026-11-20T12:00:00.000Z', '2027-02-18T12:00:00.000Z', NULL, NULL, 0, NULL);

INSERT INTO sending_switch (name, is_paused, set_at, set_by, reason) VALUES ('sending', 1, '2026-11-20T12:00:00.008Z', 'alice@host', 'why');

INSERT INTO webhooks (id, owner, url, event_types, strategy_id, secret, previous_secret, previous_until, created_at, since, failing_since, disabled_at, disabled_for) VALUES ('00000000000000000000000000000001', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'https://example.org/', '["order.failed"]', 'ladder', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1=', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2=', '2026-11-20T12:00:00.009Z', '2026-11-20T12:00:00.000Z', '0', '2026-11-20T12:00:00.007Z', NULL, NULL);

INSERT INTO webhooks (id, owner, url, event_types, strategy_id, secret, previous_secret, previous_until, created_at, since, failing_since, disabled_at, disabled_for) VALUES ('00000000000000000000000000000002', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'https://receiver-2.example.org/hook', NULL, NULL, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2=', NULL, NULL, '2026-11-20T12:00:00.000Z', '0', NULL, '2026-11-20T12:00:00.008Z', 'gone');

INSERT INTO webhook_deliveries (id, webhook_id, host, type, order_uuid, seq, position, created_at, state, attempts, queued_at, next_at, claimant, last_at, last_ms, last_status, last_failure, ended_at, alert) VALUES ('msg_00000000000000000000000000000003', '00000000000000000000000000000001', 'receiver-1.example.org', 'ping', '', 0, '0', '2026-11-20T12:00:00.000Z', 'waiting', 0, '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO webhook_deliveries (id, webhook_id, host, type, order_uuid, seq, position, created_at, state, attempts, queued_at, next_at, claimant, last_at, last_ms, last_status, last_failure, ended_at, alert) VALUES ('msg_00000000000000000000000000000004', '00000000000000000000000000000001', 'receiver-1.example.org', 'alert.fired', 'alert:00000000000000000000000000000001', 0, '1795176000004', '2026-11-20T12:00:00.000Z', 'waiting', 0, '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL, '{"id":"00000000000000000000000000000001","owner":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM","condition":{"kind":"price","token":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1","direction":"above","price":"1","baseAsset":"USD"},"createdAt":"2026-11-20T12:00:00.000Z","state":"fired","firing":{"at":"2026-11-20T12:00:00.004Z","value":"1.5"}}');

INSERT INTO webhook_deliveries (id, webhook_id, host, type, order_uuid, seq, position, created_at, state, attempts, queued_at, next_at, claimant, last_at, last_ms, last_status, last_failure, ended_at, alert) VALUES ('msg_00000000000000000000000000000001', '00000000000000000000000000000001', 'receiver-1.example.org', 'order.confirmed', '00000000-0000-4000-8000-000000000001', 1, '1', '2026-11-20T12:00:00.000Z', 'dead', 1, '2026-11-20T12:00:00.000Z', NULL, NULL, '2026-11-20T12:00:00.005Z', 3, NULL, 'tls-failed', '2026-11-20T12:00:00.005Z', NULL);

INSERT INTO webhook_deliveries (id, webhook_id, host, type, order_uuid, seq, position, created_at, state, attempts, queued_at, next_at, claimant, last_at, last_ms, last_status, last_failure, ended_at, alert) VALUES ('msg_00000000000000000000000000000002', '00000000000000000000000000000001', 'receiver-1.example.org', 'order.confirmed', '00000000-0000-4000-8000-000000000001', 2, '2', '2026-11-20T12:00:00.000Z', 'waiting', 0, '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.005Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO webhook_cursor (name, position) VALUES ('order-events', '2');

INSERT INTO operator_sessions (hash, wallet, expires_at) VALUES ('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', '2026-11-20T12:00:00.009Z');

INSERT INTO database_home (name, place, written_by, timeline, seen_at, displaced_as) VALUES ('home', '7712739907935771910/16384', '755', '00000001', '2026-11-27T06:49:59.138Z', NULL);

INSERT INTO token_uris (contract_id, uri, facts, failures, due_at) VALUES ('ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-0', 'https://example.org/0.json', '{"image":"https://example.org/0.png"}', 1, '2026-11-20T00:00:00.000Z');

INSERT INTO cancel_timers (scope, owner, key_id, seconds, since, fires_at, fired_at, is_ending) VALUES ('00000000000000000000000000000001', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', '00000000000000000000000000000001', 5, '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:05.000Z', '2026-11-20T12:00:00.000Z', 1);

INSERT INTO alerts (id, owner, condition, note, created_at, state, watch, level, fired_at, fired_value) VALUES ('00000000000000000000000000000001', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', '{"kind":"price","token":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1","direction":"above","price":"1","baseAsset":"USD"}', NULL, '2026-11-20T12:00:00.000Z', 'fired', 'price ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1 above USD', '000000000000000000000000000000000000001000000000000000000', '2026-11-20T12:00:00.004Z', '1.5');

INSERT INTO alerts (id, owner, condition, note, created_at, state, watch, level, fired_at, fired_value) VALUES ('00000000000000000000000000000002', 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', '{"kind":"price","token":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1","direction":"above","price":"2","baseAsset":"USD"}', 'later', '2026-11-20T12:00:00.000Z', 'armed', 'price ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token-1 above USD', '000000000000000000000000000000000000002000000000000000000', NULL, NULL);
