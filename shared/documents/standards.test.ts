import { expect, test } from 'vitest'
import { composeRasp } from './rasp.ts'
import { detectStandard } from './standards.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'

test('the root element and its namespace tell the standard', () => {
  expect(detectStandard(`<Invoice xmlns="${UBL}Invoice-2"/>`)).toBe('UBL')
  expect(
    detectStandard(`\uFEFF<?xml version="1.0"?><!-- <CreditNote/> --><n:Invoice xmlns:n="${UBL}Invoice-2"/>`),
  ).toBe('UBL')
  expect(detectStandard(`<ubl:CreditNote xmlns:ubl="${UBL}CreditNote-2"></ubl:CreditNote>`)).toBe('CN')
  const cii = '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>'
  expect(detectStandard(cii)).toBe('CII')
  expect(detectStandard(composeRasp('1', 'mesaj'))).toBe('RASP')
})

test('a document that cannot be uploaded has no standard', () => {
  const others = [
    '<Invoice/>',
    `<Invoice xmlns="${UBL}CreditNote-2"/>`,
    `<Order xmlns="${UBL}Order-2"/>`,
    '<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1"/>',
    `<!DOCTYPE Invoice><Invoice xmlns="${UBL}Invoice-2"/>`,
    '%PDF-1.7',
    '',
  ]
  for (const text of others) expect(detectStandard(text)).toBeUndefined()
})
