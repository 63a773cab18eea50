import { SAFE_PATH } from './rights.ts'

/** The seat of the connection, or an error for a login without one. */
const ME = `me integer := recipisa.my_seat();`
const DEFINER = `LANGUAGE plpgsql SECURITY DEFINER ${SAFE_PATH}`

/** The longest entry, bytes as text: whoever writes more would take the memory of all who read it. */
const MOST_BODY = 2_000_000
/** How far ahead turns are given, and the longest pause, seconds: a mistake of one seat is over by then. */
const MOST_AHEAD = 3600
const LONGEST_PAUSE = 86_400
/** How many days the counters of a day stay after it. */
const DAYS_KEPT = 7
/** How long to wait for the end of a connection, ms. */
const ENDING = 5000

/**
 * The changes that seats make together, each in one statement on the server and by the server's clock. The tables that
 * these functions write have no grants of their own.
 */
export const FUNCTIONS = `
  CREATE FUNCTION recipisa.audited(action text, company text, detail jsonb) RETURNS void ${DEFINER} AS
    $$ BEGIN
      INSERT INTO recipisa.audit (seat, action, company, detail) VALUES (recipisa.my_seat(), action, company, detail);
    END $$;

  -- Adds or replaces an entry; one that says the same stays, so that an echo ends here. An entry keeps its document: one
  -- with another document, or with none, is a conflict or knows less, and is left out. What stands under the same name for
  -- another company does not matter, and is not told.
  CREATE FUNCTION recipisa.put_entry(in_area text, in_environment text, in_key text, in_company text, in_body jsonb,
      in_sha256 bytea) RETURNS boolean ${DEFINER} AS
    $$ DECLARE ${ME} changed integer; BEGIN
      IF NOT recipisa.may_write(in_company) THEN
        RAISE EXCEPTION 'this seat may not write for company %', in_company USING ERRCODE = '42501';
      END IF;
      IF octet_length(in_body::text) > ${MOST_BODY} OR octet_length(in_key) > 200 THEN
        RAISE EXCEPTION 'an entry is too long' USING ERRCODE = '22001';
      END IF;
      INSERT INTO recipisa.entries AS e (area, environment, key, company, body, sha256, seat)
        VALUES (in_area, in_environment, in_key, in_company, in_body, in_sha256, me)
        ON CONFLICT (area, environment, key, company) DO UPDATE SET body = excluded.body,
            sha256 = excluded.sha256, seat = me, at = clock_timestamp(),
            txid = pg_current_xact_id(), seq = nextval('recipisa.entry_seq')
          WHERE (e.sha256 IS NULL OR e.sha256 = excluded.sha256)
            AND (e.body <> excluded.body OR e.sha256 IS DISTINCT FROM excluded.sha256);
      GET DIAGNOSTICS changed = ROW_COUNT;
      RETURN changed > 0;
    END $$;
  CREATE FUNCTION recipisa.tell_news() RETURNS trigger LANGUAGE plpgsql ${SAFE_PATH} AS
    $$ BEGIN PERFORM pg_notify('recipisa', ''); RETURN NULL; END $$;
  CREATE TRIGGER news AFTER INSERT OR UPDATE ON recipisa.entries
    FOR EACH STATEMENT EXECUTE FUNCTION recipisa.tell_news();

  -- Claims a document for a download by this connection, which gives it back when it ends: 'there' where the office has
  -- it, 'busy' while another connection has the claim, 'yours' otherwise. in_company: NULL where it is not known yet.
  CREATE FUNCTION recipisa.claim_key(area text, environment text, key text) RETURNS bigint
      LANGUAGE sql IMMUTABLE ${SAFE_PATH} AS
    $$ SELECT ('x' || left(encode(sha256(convert_to(area || ' ' || environment || ' ' || key, 'UTF8')), 'hex'), 16))::bit(64)::bigint $$;
  CREATE FUNCTION recipisa.claim_document(in_area text, in_environment text, in_key text, in_company text) RETURNS text
      LANGUAGE plpgsql ${SAFE_PATH} AS
    $$ DECLARE lock bigint := recipisa.claim_key(in_area, in_environment, in_key); BEGIN
      IF NOT pg_try_advisory_lock(lock) THEN RETURN 'busy'; END IF;
      -- The one who had the claim has put the document there before giving it back.
      IF EXISTS (SELECT FROM recipisa.entries WHERE area = in_area AND environment = in_environment AND key = in_key
          AND (in_company IS NULL OR company = in_company) AND sha256 IS NOT NULL) THEN
        PERFORM pg_advisory_unlock(lock);
        RETURN 'there';
      END IF;
      RETURN 'yours';
    END $$;
  CREATE FUNCTION recipisa.release_document(area text, environment text, key text) RETURNS boolean
      LANGUAGE sql ${SAFE_PATH} AS
    $$ SELECT pg_advisory_unlock(recipisa.claim_key(area, environment, key)) $$;

  -- Claims a filing: 'mine' for this computer of this seat, which alone may send it. A computer's own claim is its own
  -- again: its journal keeps it from sending twice. 'again': a person wants it sent although it was filed before; not while
  -- a claim is young.
  CREATE FUNCTION recipisa.claim_filing(in_kind text, in_environment text, in_company text, in_content bytea,
      in_computer text, again boolean)
      RETURNS TABLE (mine boolean, seat text, computer text, state text, number text, at timestamptz) ${DEFINER} AS
    $$ DECLARE ${ME} BEGIN
      IF NOT recipisa.may_write(in_company) THEN
        RAISE EXCEPTION 'this seat may not file for company %', in_company USING ERRCODE = '42501';
      END IF;
      INSERT INTO recipisa.filings AS f (kind, environment, company, content, state, seat, computer)
        VALUES (in_kind, in_environment, in_company, in_content, 'claimed', me, in_computer)
        ON CONFLICT ON CONSTRAINT filings_kind_environment_company_content_key
          DO UPDATE SET state = 'claimed', seat = me, computer = in_computer, number = NULL, at = clock_timestamp(),
            changed_at = clock_timestamp(), earlier = CASE
              WHEN f.state = 'released' THEN NULL
              WHEN f.state = 'claimed' AND (f.earlier IS NOT NULL OR (f.seat = me AND f.computer = in_computer)) THEN f.earlier
              ELSE jsonb_build_object('state', f.state, 'seat', f.seat, 'computer', f.computer, 'number', f.number, 'at', f.at)
            END
          WHERE f.state = 'released'
            OR (f.seat = me AND f.computer = in_computer AND (f.state = 'claimed' OR in_kind = 'request'))
            OR (again AND (f.state <> 'claimed' OR f.changed_at < clock_timestamp() - interval '1 hour'));
      RETURN QUERY SELECT f.seat = me AND f.computer = in_computer AND f.state = 'claimed', s.name, f.computer, f.state,
          f.number, f.at
        FROM recipisa.filings f JOIN recipisa.seats s ON s.id = f.seat
        WHERE f.kind = in_kind AND f.environment = in_environment AND f.company = in_company AND f.content = in_content;
    END $$;

  -- Writes what became of a filing. Only the computer that claimed it can release it or call it unknown; a number or an
  -- outcome may come from whoever learnt it. in_claim: releases the claim of this moment only. If nothing was sent this
  -- time, what was filed before stands again. What is over stays, and so does a filing that a seat made while the office
  -- was out of its reach.
  CREATE FUNCTION recipisa.settle_filing(in_kind text, in_environment text, in_company text, in_content bytea,
      in_computer text, in_state text, in_number text, in_claim timestamptz DEFAULT NULL) RETURNS boolean ${DEFINER} AS
    $$ DECLARE ${ME} changed integer; BEGIN
      IF NOT recipisa.may_write(in_company) THEN
        RAISE EXCEPTION 'this seat may not file for company %', in_company USING ERRCODE = '42501';
      END IF;
      IF in_state = 'released' THEN
        UPDATE recipisa.filings f SET state = coalesce(f.earlier->>'state', 'released'), number = f.earlier->>'number',
            seat = coalesce((f.earlier->>'seat')::integer, f.seat), computer = coalesce(f.earlier->>'computer', f.computer),
            at = coalesce((f.earlier->>'at')::timestamptz, f.at), changed_at = clock_timestamp(), earlier = NULL
          WHERE f.kind = in_kind AND f.environment = in_environment AND f.company = in_company AND f.content = in_content
            AND f.seat = me AND f.computer = in_computer AND f.state IN ('claimed', 'unknown')
            AND (in_claim IS NULL OR f.at = in_claim);
      ELSE
        -- It may have been filed without the office while another one has the claim: that stands if the claim is released.
        IF in_state = 'unknown' THEN
          UPDATE recipisa.filings f SET earlier = jsonb_build_object('state', in_state, 'seat', me, 'computer', in_computer,
              'at', clock_timestamp())
            WHERE f.kind = in_kind AND f.environment = in_environment AND f.company = in_company AND f.content = in_content
              AND f.state = 'claimed' AND f.earlier IS NULL AND NOT (f.seat = me AND f.computer = in_computer);
        END IF;
        INSERT INTO recipisa.filings AS f (kind, environment, company, content, state, seat, computer, number)
          VALUES (in_kind, in_environment, in_company, in_content, in_state, me, in_computer, in_number)
          ON CONFLICT ON CONSTRAINT filings_kind_environment_company_content_key
            DO UPDATE SET state = in_state, number = coalesce(in_number, f.number), changed_at = clock_timestamp(),
              seat = CASE WHEN f.state = 'released' THEN me ELSE f.seat END,
              computer = CASE WHEN f.state = 'released' THEN in_computer ELSE f.computer END
            WHERE (f.state, coalesce(f.number, '')) <> (in_state, coalesce(in_number, f.number, ''))
              AND CASE f.state
                WHEN 'released' THEN true
                WHEN 'claimed' THEN (f.seat = me AND f.computer = in_computer) OR in_state <> 'unknown'
                WHEN 'unknown' THEN in_state <> 'claimed'
                WHEN 'sent' THEN in_state IN ('accepted', 'refused')
                ELSE false
              END;
      END IF;
      GET DIAGNOSTICS changed = ROW_COUNT;
      RETURN changed > 0;
    END $$;
  CREATE FUNCTION recipisa.audit_filing() RETURNS trigger ${DEFINER} AS
    $$ BEGIN
      PERFORM recipisa.audited('filing ' || CASE
          WHEN OLD.earlier IS NOT NULL AND NEW.earlier IS NULL THEN 'released'
          WHEN OLD.changed_at = NEW.changed_at THEN NEW.earlier->>'state'
          ELSE NEW.state
        END, NEW.company, jsonb_build_object('kind', NEW.kind, 'environment', NEW.environment,
          'content', encode(NEW.content, 'hex'), 'number', NEW.number, 'seat', NEW.seat));
      RETURN NULL;
    END $$;
  CREATE TRIGGER audited AFTER INSERT OR UPDATE ON recipisa.filings
    FOR EACH ROW EXECUTE FUNCTION recipisa.audit_filing();

  -- Counts one call; false, without counting, where none is left. Rows of days that are long over go, some with
  -- each call: by the server's clock, and by the seat's, which still needs them if it is behind.
  CREATE FUNCTION recipisa.take_quota(in_environment text, in_operation text, in_subject text, in_day date, most integer)
      RETURNS boolean ${DEFINER} AS
    $$ DECLARE ${ME} changed integer; BEGIN
      IF me IS NULL THEN RAISE EXCEPTION 'no seat' USING ERRCODE = '42501'; END IF;
      DELETE FROM recipisa.quotas WHERE ctid = ANY (ARRAY(SELECT ctid FROM recipisa.quotas
        WHERE environment = in_environment AND day < least(in_day, current_date) - ${DAYS_KEPT} LIMIT 100 FOR UPDATE SKIP LOCKED));
      INSERT INTO recipisa.quotas AS q VALUES (in_environment, in_operation, in_subject, in_day, 1)
        ON CONFLICT (environment, day, operation, subject) DO UPDATE SET used = q.used + 1 WHERE q.used < most;
      GET DIAGNOSTICS changed = ROW_COUNT;
      RETURN changed > 0;
    END $$;
  CREATE FUNCTION recipisa.exhaust_quota(in_environment text, in_operation text, in_subject text, in_day date, most integer)
      RETURNS void ${DEFINER} AS
    $$ DECLARE ${ME} BEGIN
      IF me IS NULL THEN RAISE EXCEPTION 'no seat' USING ERRCODE = '42501'; END IF;
      INSERT INTO recipisa.quotas AS q VALUES (in_environment, in_operation, in_subject, in_day, most)
        ON CONFLICT (environment, day, operation, subject) DO UPDATE SET used = greatest(q.used, most);
    END $$;

  -- Takes turns one after the other: in how many ms the first one is, and a pause ends. Turns that nobody uses are lost.
  CREATE FUNCTION recipisa.take_turns(in_host text, spacing double precision, turns integer,
      OUT wait double precision, OUT paused double precision) ${DEFINER} AS
    $$ DECLARE ${ME} until timestamptz; span interval := make_interval(secs => least(greatest(spacing * turns, 0) / 1000, ${MOST_AHEAD})); begins timestamptz; BEGIN
      IF me IS NULL THEN RAISE EXCEPTION 'no seat' USING ERRCODE = '42501'; END IF;
      INSERT INTO recipisa.pace AS p VALUES (in_host, clock_timestamp() + span, '-infinity')
        ON CONFLICT (host) DO UPDATE SET next_free_at =
          greatest(clock_timestamp(), least(p.next_free_at, clock_timestamp() + make_interval(secs => ${MOST_AHEAD})), p.paused_until) + span
        RETURNING next_free_at - span, greatest(paused_until, clock_timestamp()) INTO begins, until;
      wait := greatest(0, extract(epoch FROM begins - clock_timestamp()) * 1000);
      paused := greatest(0, extract(epoch FROM until - clock_timestamp()) * 1000);
    END $$;
  CREATE FUNCTION recipisa.pause_host(in_host text, ms double precision) RETURNS void ${DEFINER} AS
    $$ DECLARE ${ME} until timestamptz := clock_timestamp() + make_interval(secs => least(ms / 1000, ${LONGEST_PAUSE})); BEGIN
      IF me IS NULL THEN RAISE EXCEPTION 'no seat' USING ERRCODE = '42501'; END IF;
      INSERT INTO recipisa.pace AS p VALUES (in_host, clock_timestamp(), until)
        ON CONFLICT (host) DO UPDATE SET paused_until = greatest(p.paused_until, until);
    END $$;

  -- Notes that the seat is there, and when. in_last: when the caller was last seen. A server that knows only of an earlier
  -- moment was put back to it, and notes nothing until the caller has learnt that.
  CREATE FUNCTION recipisa.seen(in_last timestamptz DEFAULT NULL, OUT is_put_back boolean, OUT at timestamptz) ${DEFINER} AS
    $$ DECLARE ${ME} BEGIN
      -- A connection outlives the end of its seat.
      IF me IS NULL THEN RAISE EXCEPTION 'this seat has left the office' USING ERRCODE = '28000'; END IF;
      at := (SELECT seen_at FROM recipisa.seats WHERE id = me);
      is_put_back := coalesce(in_last > coalesce(at, '-infinity'), false);
      -- A server that only reads still has news for the seat.
      IF NOT is_put_back AND current_setting('transaction_read_only') = 'off' THEN
        UPDATE recipisa.seats SET seen_at = greatest(clock_timestamp(), seen_at) WHERE id = me RETURNING seen_at INTO at;
      END IF;
    END $$;

  -- Adds a seat and its login, by a seat of the office or the owner. 'verifier': SCRAM, so that no password is sent.
  CREATE FUNCTION recipisa.add_seat(in_name text, in_login text, in_role text, companies text[], verifier text)
      RETURNS integer ${DEFINER} AS
    $$ DECLARE added integer; BEGIN
      IF NOT recipisa.sees_all() THEN RAISE EXCEPTION 'only the office adds seats' USING ERRCODE = '42501'; END IF;
      IF in_login !~ '^recipisa_[a-z0-9_]{1,50}$' OR verifier !~ '^SCRAM-SHA-256[$]' THEN
        RAISE EXCEPTION 'not a login of a seat' USING ERRCODE = '22023';
      END IF;
      INSERT INTO recipisa.seats (name, login, role) VALUES (in_name, in_login, in_role) RETURNING id INTO added;
      INSERT INTO recipisa.seat_companies SELECT added, unnest(companies);
      -- The owner is a member: PostgreSQL lets nobody else end the login's connections.
      EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L IN ROLE %I ROLE %I', in_login, verifier, 'recipisa_' || in_role,
        current_user);
      PERFORM recipisa.audited('seat added', NULL, jsonb_build_object('name', in_name, 'role', in_role,
        'companies', to_jsonb(companies)));
      RETURN added;
    END $$;
  -- Gives a clerk or reader these companies, and no others; false where there is no such seat
  CREATE FUNCTION recipisa.give_companies(in_name text, companies text[]) RETURNS boolean ${DEFINER} AS
    $$ DECLARE given integer := (SELECT id FROM recipisa.seats WHERE name = in_name AND left_at IS NULL); BEGIN
      IF NOT recipisa.sees_all() THEN RAISE EXCEPTION 'only the office gives companies' USING ERRCODE = '42501'; END IF;
      IF given IS NULL THEN RETURN false; END IF;
      DELETE FROM recipisa.seat_companies WHERE seat = given;
      INSERT INTO recipisa.seat_companies SELECT given, unnest(companies);
      PERFORM recipisa.audited('companies given', NULL, jsonb_build_object('name', in_name, 'companies', to_jsonb(companies)));
      RETURN true;
    END $$;
  -- Ends the connections of a login, but for this one: an open transaction holds locks, and holds all news back.
  CREATE FUNCTION recipisa.disconnect(in_login text) RETURNS void ${DEFINER} AS
    $$ BEGIN
      PERFORM pg_terminate_backend(pid, ${ENDING}) FROM pg_stat_activity
        WHERE usename = in_login AND pid <> pg_backend_pid();
    EXCEPTION WHEN insufficient_privilege THEN NULL; -- an administrator has taken the owner's membership away
    END $$;
  -- The same for all seats that have left: one may connect again while it is ended.
  CREATE FUNCTION recipisa.disconnect_ended() RETURNS void ${DEFINER} AS
    $$ BEGIN PERFORM recipisa.disconnect(login) FROM recipisa.seats WHERE left_at IS NOT NULL; END $$;
  -- Ends a seat: its own, or any by the office; false where there is none. The login can connect no more; what it did stays.
  CREATE FUNCTION recipisa.end_seat(in_name text) RETURNS boolean ${DEFINER} AS
    $$ DECLARE ended recipisa.seats; BEGIN
      SELECT * INTO ended FROM recipisa.seats WHERE name = in_name AND left_at IS NULL;
      IF ended.id IS NULL THEN RETURN false; END IF;
      IF ended.id IS DISTINCT FROM recipisa.my_seat() AND NOT recipisa.sees_all() THEN
        RAISE EXCEPTION 'only the office ends other seats' USING ERRCODE = '42501';
      END IF;
      -- Its open transactions may have locked its row.
      PERFORM recipisa.disconnect(ended.login);
      -- Locked: PostgreSQL refuses to change one login twice at the same time.
      PERFORM FROM recipisa.seats WHERE id = ended.id AND left_at IS NULL FOR UPDATE;
      IF NOT FOUND THEN RETURN false; END IF;
      EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', ended.login);
      PERFORM recipisa.audited('seat ended', NULL, jsonb_build_object('name', in_name));
      UPDATE recipisa.seats SET left_at = clock_timestamp() WHERE id = ended.id;
      RETURN true;
    END $$;

  REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA recipisa FROM PUBLIC;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA recipisa TO recipisa_office, recipisa_clerk, recipisa_reader;
  REVOKE EXECUTE ON FUNCTION recipisa.audited, recipisa.disconnect FROM recipisa_office, recipisa_clerk, recipisa_reader;
`
