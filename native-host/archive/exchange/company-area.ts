import * as v from 'valibot'
import { Cui, Environment } from '../../../shared/domain/values.ts'
import type { Database } from '../core/database.ts'
import type { ExchangeArea } from './exchange.ts'

const CompanyBody = v.object({ cui: Cui })

/**
 * The list of companies: a company that one seat added appears on the others' lists too. Each seat removes only its
 * own, and keeps it removed when it reads everything again.
 */
export function createCompanyArea(db: Database, now: () => number): ExchangeArea {
  return {
    area: 'companies',
    source: {
      table: 'companies',
      columns: 'cui',
      environment: 'NEW.environment',
      key: 'NEW.cui',
      company: 'NEW.cui',
    },
    removed: `INSERT INTO office_removed SELECT OLD.environment, OLD.cui
      WHERE NOT EXISTS (SELECT 1 FROM office_removed WHERE environment = OLD.environment AND cui = OLD.cui)`,
    find(cui, environment) {
      const known = db.get('SELECT 1 FROM companies WHERE environment = :environment AND cui = :cui', {
        environment,
        cui,
      })
      return known ? { company: cui, body: { cui }, sha256: null } : undefined
    },
    nameOf({ body }) {
      const { cui } = v.parse(CompanyBody, body)
      return { key: cui, company: cui }
    },
    receive({ body, environment }) {
      const { cui } = v.parse(CompanyBody, body)
      db.run(
        `INSERT OR IGNORE INTO companies (environment, cui, rights, added_at) SELECT :environment, :cui, 'unknown', :now
          WHERE NOT EXISTS (SELECT 1 FROM office_removed WHERE environment = :environment AND cui = :cui)`,
        { environment: v.parse(Environment, environment), cui, now: now() },
      )
      return { wanted: false }
    },
  }
}
