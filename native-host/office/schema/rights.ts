/** The tables with rows of companies. */
const OF_COMPANIES = ['documents', 'entries', 'filings'] as const

/** The database roles of seats. They belong to the server: offices in several databases of one server share them. */
const ROLES = ['recipisa_office', 'recipisa_clerk', 'recipisa_reader'] as const

/**
 * Where a function looks for what it names. The temporary schema of the connection comes last: unless it is named it comes
 * first, and tables and types of a seat's own would take the place of the server's within functions that run as the owner.
 */
export const SAFE_PATH = 'SET search_path = pg_catalog, pg_temp'

const everyone = ROLES.join(', ')
const writers = 'recipisa_office, recipisa_clerk'

/** SQL: a row of a company that the seat may see. */
const OWN_COMPANY = `(SELECT recipisa.sees_all()) OR company = ANY ((SELECT recipisa.my_companies())::text[])`
/** The only rows that seats write without a function: each in its own name, and with the bytes unless they can lie in a store. */
const ADDED_DOCUMENT = `(SELECT recipisa.owns()) OR ((${OWN_COMPANY}) AND seat = (SELECT recipisa.my_seat())
      AND (body IS NOT NULL OR (SELECT storage IS NOT NULL FROM recipisa.office)))`

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
  CREATE FUNCTION recipisa.my_seat() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER ${SAFE_PATH} AS
    $$ SELECT id FROM recipisa.seats WHERE login = session_user AND left_at IS NULL $$;
  CREATE FUNCTION recipisa.owns() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER ${SAFE_PATH} AS
    $$ SELECT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'recipisa'
      AND nspowner = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = session_user)) $$;
  CREATE FUNCTION recipisa.sees_all() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER ${SAFE_PATH} AS
    $$ SELECT EXISTS (SELECT FROM recipisa.seats WHERE login = session_user AND left_at IS NULL AND role = 'office')
      OR recipisa.owns() $$;
  CREATE FUNCTION recipisa.my_companies() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER ${SAFE_PATH} AS
    $$ SELECT coalesce(array_agg(company), '{}') FROM recipisa.seat_companies WHERE seat = recipisa.my_seat() $$;
  -- Another one once the seat is given other companies
  CREATE FUNCTION recipisa.sight() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER ${SAFE_PATH} AS
    $$ SELECT CASE WHEN recipisa.sees_all() THEN 'all'
      ELSE (SELECT md5(coalesce(string_agg(one, ' ' ORDER BY one), '')) FROM unnest(recipisa.my_companies()) AS one) END $$;
  CREATE FUNCTION recipisa.may_write(company text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER ${SAFE_PATH} AS
    $$ SELECT EXISTS (SELECT FROM recipisa.seats WHERE login = session_user AND left_at IS NULL
      AND (role = 'office' OR (role = 'clerk' AND company = ANY (recipisa.my_companies())))) $$;

  ${OF_COMPANIES.map(
    table => `
  ALTER TABLE recipisa.${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE recipisa.${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY reading ON recipisa.${table} FOR SELECT
    USING (${OWN_COMPANY});
  CREATE POLICY adding ON recipisa.${table} FOR INSERT
    WITH CHECK (${table === 'documents' ? ADDED_DOCUMENT : OWN_COMPANY});
  CREATE POLICY changing ON recipisa.${table} FOR UPDATE
    USING (${OWN_COMPANY});
  `,
  ).join('')}
  -- Whose client a company is, is told to nobody else; the functions read it as the owner.
  ALTER TABLE recipisa.seat_companies ENABLE ROW LEVEL SECURITY;
  CREATE POLICY reading ON recipisa.seat_companies FOR SELECT
    USING ((SELECT recipisa.sees_all()) OR seat = (SELECT recipisa.my_seat()));
  ALTER TABLE recipisa.audit ENABLE ROW LEVEL SECURITY;
  ALTER TABLE recipisa.audit FORCE ROW LEVEL SECURITY;
  CREATE POLICY reading ON recipisa.audit FOR SELECT USING ((SELECT recipisa.sees_all()));
  CREATE POLICY adding ON recipisa.audit FOR INSERT WITH CHECK (true);

  CREATE FUNCTION recipisa.refuse_change() RETURNS trigger LANGUAGE plpgsql ${SAFE_PATH} AS
    $$ BEGIN RAISE EXCEPTION 'recipisa.% is only ever added to', TG_TABLE_NAME USING ERRCODE = '42501'; END $$;
  CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON recipisa.audit
    FOR EACH STATEMENT EXECUTE FUNCTION recipisa.refuse_change();
  CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON recipisa.documents
    FOR EACH STATEMENT EXECUTE FUNCTION recipisa.refuse_change();

  REVOKE ALL ON SCHEMA recipisa FROM PUBLIC;
  GRANT USAGE ON SCHEMA recipisa TO ${everyone};
  GRANT SELECT ON recipisa.office, recipisa.seat_companies, recipisa.documents, recipisa.entries, recipisa.filings
    TO ${everyone};
  GRANT SELECT (id, name, role, added_at, seen_at, left_at) ON recipisa.seats TO ${everyone};
  -- Quotas name messages and companies: they are counted by functions alone.
  GRANT SELECT ON recipisa.seats, recipisa.audit TO recipisa_office;
  GRANT INSERT ON recipisa.documents TO ${writers};
`
