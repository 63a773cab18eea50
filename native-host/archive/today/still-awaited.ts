/**
 * SQL, for a row of `messages`: its document has not come, and a sync would ask for it. Nobody can bring those of a
 * company that is off the list, or whose right in SPV is gone, which its own line says.
 */
export const STILL_AWAITED = `(messages.state IN ('listed', 'failed') AND EXISTS (
  SELECT 1 FROM companies c WHERE c.environment = messages.environment AND c.cui = messages.cui AND c.rights <> 'denied'))`
