import { expect, test } from 'vitest';
import { bucketAddress, readCredentials } from './s3-address.ts';

test.each([
  ['https://s3.example.org', 'blobs', 'https://s3.example.org/blobs'],
  ['http://127.0.0.1:9000/', 'my.blobs', 'http://127.0.0.1:9000/my.blobs'],
  ['https://example.org/storage/s3/', 'blobs', 'https://example.org/storage/s3/blobs'],
])('with the endpoint %s, the bucket %s has the address %s', (endpoint, bucket, address) => {
  expect(bucketAddress({ bucket, endpoint, region: 'us-east-1' })).toBe(address);
});

test.each([
  ['eu-central-1', 'blobs', 'https://blobs.s3.eu-central-1.amazonaws.com'],
  ['us-east-1', 'my.blobs', 'https://s3.us-east-1.amazonaws.com/my.blobs'],
  ['cn-north-1', 'blobs', 'https://blobs.s3.cn-north-1.amazonaws.com.cn'],
])('at Amazon in %s, the bucket %s has the address %s', (region, bucket, address) => {
  expect(bucketAddress({ bucket, endpoint: undefined, region })).toBe(address);
});

test('credentials are read from the AWS variables', () => {
  const permanent = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  expect(readCredentials(permanent)).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret' });
  expect(readCredentials({ ...permanent, AWS_SESSION_TOKEN: 'token' })).toMatchObject({
    sessionToken: 'token',
  });
});

test.each([{}, { AWS_ACCESS_KEY_ID: 'id' }, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: 'secret' }])(
  'the store cannot be opened without credentials: %j',
  (env) => {
    expect(() => readCredentials(env)).toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  },
);
