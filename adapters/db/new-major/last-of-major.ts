/**
 * The last package of each major version that a release of this product included, by major version. The next release
 * uses it to read databases of that version. A test requires an entry for the installed version.
 */
export const lastOfMajor: Readonly<Record<string, string>> = {
  "17": "17.10.0-beta.17",
  "18": "18.4.0-beta.17",
}
