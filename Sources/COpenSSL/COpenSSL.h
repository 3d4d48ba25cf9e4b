// The low-level SHA functions, which OpenSSL 3 marks as deprecated, are declared without that mark. The other functions
// first load OpenSSL's providers and error texts, which takes five million instructions in each process.
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/sha.h>
