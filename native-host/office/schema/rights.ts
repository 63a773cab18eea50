/** The tables with rows of companies. */
const OF_COMPANIES = ['documents', 'entries', 'filings'] as const

/** The database roles of seats. They belong to the server: offices in several databases of one server share them. */
const ROLES = ['recipisa_office', 'recipisa_clerk', 'recipisa_reader'] as const

const everyone = ROLES.join(', ')
const writers = 'recipisa_office, recipisa_clerk'

/**
 * The rights of seats. A seat is the login of its connection: no setting can make it another one. Rows of companies are
 * bound to the seat's companies, even for the owner of the tables (FORCE); the office can read the audit log, and
 * nobody can change it.
 */
export const RIGHTS = `
  DO $$ DECLARE role_name text; BEGIN
    FOREACH role_name IN ARRAY ARRAY['${ROLES.join("', '")}'] LOOP
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- of another office on this server
      END;
    END LOOP;
  END $$;

  -- The seat of this connection; NULL for a login without one, or one that has left
  CREATE FUNCTION recipisa.my_seat() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
    $$ SELECT id FROM recipisa.seats WHERE login = session_user AND left_at IS NULL $$;
  CREATE FUNCTION recipisa.sees_all() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
    $$ SELECT EXISTS (SELECT FROM recipisa.seats WHERE login = session_user AND left_at IS NULL AND role = 'office')
      OR EXISTS (SELECT FROM pg_namespace WHERE nspname = 'recipisa' AND nspowner = (SELECT oid FROM pg_roles WHERE rolname = session_user)) $$;
  CREATE FUNCTION recipisa.my_companies() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
    $$ SELECT coalesce(array_agg(company), '{}') FROM recipisa.seat_companies WHERE seat = recipisa.my_seat() $$;
  CREATE FUNCTION recipisa.may_write(company text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS
    $$ SELECT EXISTS (SELECT FROM recipisa.seats WHERE login = session_user AND left_at IS NULL
      AND (role = 'office' OR (role = 'clerk' AND company = ANY (recipisa.my_companies())))) $$;

  ${OF_COMPANIES.map(
    table => `
  ALTER TABLE recipisa.${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE recipisa.${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY reading ON recipisa.${table} FOR SELECT
    USING ((SELECT recipisa.sees_all()) OR company = ANY ((SELECT recipisa.my_companies())::text[]));
  CREATE POLICY adding ON recipisa.${table} FOR INSERT
    WITH CHECK ((SELECT recipisa.sees_all()) OR company = ANY ((SELECT recipisa.my_companies())::text[]));
  CREATE POLICY changing ON recipisa.${table} FOR UPDATE
    USING ((SELECT recipisa.sees_all()) OR company = ANY ((SELECT recipisa.my_companies())::text[]));
  `,
  ).join('')}
  ALTER TABLE recipisa.audit ENABLE ROW LEVEL SECURITY;
  ALTER TABLE recipisa.audit FORCE ROW LEVEL SECURITY;
  CREATE POLICY reading ON recipisa.audit FOR SELECT USING ((SELECT recipisa.sees_all()));
  CREATE POLICY adding ON recipisa.audit FOR INSERT WITH CHECK (true);

  CREATE FUNCTION recipisa.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'recipisa.% is only ever added to', TG_TABLE_NAME USING ERRCODE = '42501'; END $$;
  CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON recipisa.audit
    FOR EACH STATEMENT EXECUTE FUNCTION recipisa.refuse_change();
  CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON recipisa.documents
    FOR EACH STATEMENT EXECUTE FUNCTION recipisa.refuse_change();

  REVOKE ALL ON SCHEMA recipisa FROM PUBLIC;
  GRANT USAGE ON SCHEMA recipisa TO ${everyone};
  GRANT SELECT ON recipisa.office, recipisa.seats, recipisa.seat_companies, recipisa.documents, recipisa.entries,
    recipisa.filings, recipisa.quotas, recipisa.pace TO ${everyone};
  GRANT SELECT ON recipisa.audit TO recipisa_office;
  GRANT INSERT ON recipisa.documents TO ${writers};
`
