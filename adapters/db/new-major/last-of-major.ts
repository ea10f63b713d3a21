/**
 * The last package of every major version that a release of this product brought, by major version: with the next one, its
 * databases can still be read. A test demands the entry of the installed version.
 */
export const lastOfMajor: Readonly<Record<string, string>> = {
  "17": "17.10.0-beta.17",
  "18": "18.4.0-beta.17",
}
