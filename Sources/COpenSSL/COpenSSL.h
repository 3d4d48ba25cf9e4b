// Use the API of OpenSSL 1.1, in which the low-level SHA functions aren't deprecated. The EVP functions first load
// OpenSSL's providers and error texts, which takes five million instructions in each process.
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/sha.h>
